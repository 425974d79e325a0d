/** What a long step is doing: one line on a terminal that replaces itself. A pipe and CI get nothing of it. */

export interface ProgressLine {
  /** Shows the text from the second second on; earlier it only remembers it. */
  readonly show: (text: string) => void;
  /** Shows "checking 40 of 100 servers, 3 s left"; a new `doing` starts a new estimate. */
  readonly count: (doing: string, done: number, total: number, things: string) => void;
  /** Removes the line. Call it before anything else is printed. */
  readonly clear: () => void;
}

/** A terminal, as far as this needs one. */
interface ProgressStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly write: (text: string) => unknown;
}

/** Milliseconds before the first line: what is done by then needs none. */
const QUIET = 1000;
/** Milliseconds between two lines. */
const PACE = 100;
const CLEAR = '\r\u001B[K';

/** Removes the line at the end, also after an error: of a body that gives a promise, when that is settled. */
export function withProgress<T>(body: (progress: ProgressLine) => T, progress: ProgressLine = openProgress()): T {
  let result: T | undefined;
  try {
    result = body(progress);
    return result;
  } finally {
    if (result instanceof Promise) result.then(progress.clear, progress.clear);
    else progress.clear();
  }
}

const NONE: ProgressLine = { show() {}, count() {}, clear() {} };

/** @param now Milliseconds of a clock that never runs backwards. */
export function openProgress(
  stream: ProgressStream = process.stderr,
  environment: NodeJS.ProcessEnv = process.env,
  now: () => number = () => performance.now(),
): ProgressLine {
  const isCi = !['', 'false', '0'].includes(environment['CI'] ?? '');
  if (stream.isTTY !== true || isCi || environment['TERM'] === 'dumb') return NONE;
  const start = now();
  let shownAt = start + QUIET - PACE;
  let isShown = false;
  let pending: NodeJS.Timeout | undefined;
  let phase: { readonly doing: string; readonly start: number } | undefined;

  const print = (text: string): void => {
    shownAt = now();
    isShown = true;
    // A line that wraps could not be removed.
    stream.write(`${CLEAR}${text.slice(0, Math.max(20, stream.columns || 80) - 1)}`);
  };
  const show = (text: string): void => {
    clearTimeout(pending);
    const wait = shownAt + PACE - now();
    if (wait <= 0) return print(text);
    pending = setTimeout(() => print(text), wait).unref();
  };
  return {
    show,
    count(doing, done, total, things) {
      if (phase?.doing !== doing) phase = { doing, start: now() };
      const spent = now() - phase.start;
      const estimate = done === 0 ? '' : `, ${leftText((spent / done) * (total - done))} left`;
      show(`${doing} ${figure(done)} of ${figure(total)} ${things}${estimate}`);
    },
    clear() {
      clearTimeout(pending);
      if (isShown) stream.write(CLEAR);
      isShown = false;
    },
  };
}

function leftText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return seconds < 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}

function figure(count: number): string {
  return count.toLocaleString('en-US');
}
