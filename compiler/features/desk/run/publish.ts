/** Sends the findings of a project when its texts are still for a moment: only for files whose findings changed. */
import { type YamlServer, isLeftToYamlServer, shownFinding, type LspDiagnostic } from '../findings.ts';
import type { Overlay } from './overlay.ts';
import { placingOf } from './place.ts';
import type { DeskView, ProjectDesk } from './project-desk.ts';

interface Publishing {
  readonly overlay: Overlay;
  readonly yamlServer: YamlServer;
  readonly send: (message: object) => void;
  readonly enqueue: (task: () => Promise<void>) => void;
}

interface Publisher {
  readonly soon: (desk: ProjectDesk) => void;
  /** What waits for its pause is sent without it. */
  readonly now: () => void;
  readonly close: () => void;
}

/** What a client shows of a project. */
interface Published {
  readonly findings: Map<string, string>;
  failure: string;
  timer?: NodeJS.Timeout;
  /** What the timer waits to do in the end. */
  waiting?: (() => void) | undefined;
}

/** Milliseconds from a letter to its check; longer where a check is: half of the time is left to the machine. */
const PAUSE_MS = 20;

/** Milliseconds from a check to the findings that can wait until nothing is typed. */
const REST_MS = 200;

export function createPublisher(publishing: Publishing): Publisher {
  const byDesk = new Map<string, Published>();
  let pause = PAUSE_MS;
  const publish = async (desk: ProjectDesk, state: Published, how: 'look' | 'glance'): Promise<void> => {
    const start = performance.now();
    const looked = await desk[how]();
    const findings = findingsByUri(looked, desk, publishing);
    for (const uri of state.findings.keys()) if (!findings.has(uri)) findings.set(uri, []);
    for (const [uri, diagnostics] of findings) sendChanged(publishing, state.findings, uri, diagnostics);
    sendFailure(publishing, state, looked);
    pause = Math.max(PAUSE_MS, 2 * (performance.now() - start));
  };
  return {
    soon(desk) {
      const state: Published = byDesk.get(desk.root) ?? { findings: new Map(), failure: '' };
      byDesk.set(desk.root, state);
      state.waiting = () => {
        clearTimeout(state.timer);
        state.waiting = undefined;
        publishing.enqueue(() => publish(desk, state, 'look'));
      };
      clearTimeout(state.timer);
      state.timer = setTimeout(() => {
        publishing.enqueue(() => publish(desk, state, 'glance'));
        state.timer = setTimeout(() => state.waiting?.(), REST_MS);
      }, pause);
    },
    now: () => byDesk.forEach(({ waiting }) => waiting?.()),
    close: () => byDesk.forEach(({ timer }) => clearTimeout(timer)),
  };
}

/** Open files are among them without findings as well: a client may have older ones. */
function findingsByUri(
  looked: DeskView,
  desk: ProjectDesk,
  { overlay, yamlServer }: Publishing,
): Map<string, readonly LspDiagnostic[]> {
  const placing = placingOf(looked, desk, overlay);
  const byUri = new Map<string, LspDiagnostic[]>();
  for (const path of overlay.paths()) if (desk.has(path)) byUri.set(overlay.at(path)?.uri ?? '', []);
  for (const finding of looked.diagnostics) {
    const { file } = finding.span;
    if (isLeftToYamlServer(finding, yamlServer, placing.sourceOf(file)?.text ?? '')) continue;
    const uri = placing.uriOf(file);
    const own = byUri.get(uri) ?? [];
    own.push(shownFinding(finding, placing));
    byUri.set(uri, own);
  }
  return byUri;
}

function sendChanged(
  { send }: Publishing,
  last: Map<string, string>,
  uri: string,
  diagnostics: readonly LspDiagnostic[],
) {
  const text = JSON.stringify(diagnostics);
  if (last.get(uri) === text) return;
  last.set(uri, text);
  send({ method: 'textDocument/publishDiagnostics', params: { uri, diagnostics } });
}

/** Once, while it is the same. */
function sendFailure({ send }: Publishing, state: Published, { failure }: DeskView): void {
  const text = failure ? `${failure.message} ${failure.hint}` : '';
  if (text !== '' && text !== state.failure) send({ method: 'window/logMessage', params: { type: 1, message: text } });
  state.failure = text;
}
