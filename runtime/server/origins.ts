/** Loads bundled handlers, and maps positions in them to the author's file and line, in every stack that is logged. */
import type { Handlers } from '../behaviors/shared/run.ts';
import { reportError } from './log.ts';

/** Where bundled code is from; printed by the compiler, decoded only when a stack is read. */
export interface Origins {
  /** The line of `server.mjs`, from 1, in which the bundled code starts. */
  readonly first: number;
  /** One more than the length of its longest line: a position is `line * width + column`. */
  readonly width: number;
  /** Origins 1, 2, …: packages, without line numbers. */
  readonly packages: readonly string[];
  /** What the paths of all files start with. */
  readonly folder: string;
  /** The origins after those: the lines of the author's files, by the origin of the first line of each. */
  readonly files: readonly (readonly [first: number, path: string])[];
  /**
   * Pairs of a position and the origin of the code from there on (0: none), each as the difference to the pair before, in
   * digits of five bits, the least first; 32 is added to all but the last. They are the characters from "#", without "\\".
   */
  readonly segments: string;
}

/** From now on `stack` names the author's files and packages; frames of the runtime and of Node's internals are left out. */
function traceOrigins(origins: Origins): void {
  Error.prepareStackTrace = (error, sites) => {
    const frames = sites.map((site) => frameOf(site, origins)).filter((frame) => frame !== undefined);
    return [headOf(error), ...new Set(frames)].join('\n    at ');
  };
}

function headOf(error: Error): string {
  try {
    return Error.prototype.toString.call(error);
  } catch {
    return 'Error';
  }
}

function frameOf(site: NodeJS.CallSite, origins: Origins): string | undefined {
  const file = site.getScriptNameOrSourceURL();
  if (file === import.meta.url) return originAt(site.getLineNumber() ?? 0, site.getColumnNumber() ?? 0, origins);
  return file?.startsWith('node:internal') || site.isNative() ? undefined : String(site);
}

/** `path:line` or a package; undefined for code of the runtime. `line` and `column` count from 1. */
export function originAt(line: number, column: number, origins: Origins): string | undefined {
  const { first, width, packages, folder, files } = origins;
  const origin = originOf((line - first) * width + column - 1, origins);
  const [start, path] = files.findLast((file) => file[0] <= origin) ?? [];
  return start === undefined ? packages[origin - 1] : `${folder}${path}:${origin - start + 1}`;
}

/** The origin of the last segment that starts at the position or before. */
function originOf(wanted: number, { segments }: Origins): number {
  let [position, origin, at] = [0, 0, 0];
  const next = (): number => {
    let [value, unit, digit] = [0, 1, 0];
    do {
      digit = segments.charCodeAt(at++) - 35;
      if (digit > 57) digit -= 1;
      value += (digit % 32) * unit;
      unit *= 32;
    } while (digit >= 32);
    return value;
  };
  while (at < segments.length) {
    position += next();
    if (position > wanted) break;
    const change = next();
    origin += change % 2 === 0 ? change / 2 : -(change + 1) / 2;
  }
  return origin;
}

/** The bundled code as a function; it may throw anything that the author's files throw. */
export type LoadHandlers = (trace: typeof traceOrigins, require: (name: string) => unknown) => Promise<Handlers>;

/** For modules of the platform: all others are bundled. */
function createRequire(): (name: string) => unknown {
  if (typeof process !== 'undefined' && 'getBuiltinModule' in process)
    return process.getBuiltinModule('module').createRequire(import.meta.url);
  return (name) => {
    throw new Error(`This platform has no module "${name}".`);
  };
}

/** Rejects with an error that has the message and the stack of what was thrown. */
export async function loadBundled(handlers: LoadHandlers): Promise<Handlers> {
  try {
    return await handlers(traceOrigins, createRequire());
  } catch (thrown) {
    throw new Error(`The handlers could not be loaded. ${reportError(thrown)}`, { cause: thrown });
  }
}
