/** The version that a server or skill should have after its changes, and whether the current one is high enough. */
import type { Plan, ServerPlan } from '../plan/model.ts';
import type { Change } from './change.ts';

export interface VersionAdvice {
  readonly kind: 'server' | 'skill';
  readonly name: string;
  readonly released: string;
  readonly written: string;
  /** The lowest version that covers the changes. */
  readonly suggested: string;
  readonly enough: boolean;
}

/** For everything that was released and changed; a new thing has no version to follow. */
export function versionAdvice(before: Plan, after: Plan, changes: readonly Change[]): VersionAdvice[] {
  const servers = after.servers.flatMap((server) => advice('server', before.servers, server, changes));
  const skills = after.skills.flatMap((skill) => advice('skill', before.skills, skill, changes));
  return [...servers, ...skills];
}

/** Cases that test the choice are no part of what callers and models see. */
const EVALS: ReadonlySet<string> = new Set(['tool/evals', 'skill/evals']);

type Versioned = Pick<ServerPlan, 'name' | 'version'>;

function advice(
  kind: 'server' | 'skill',
  released: readonly Versioned[],
  now: Versioned,
  changes: readonly Change[],
): VersionAdvice[] {
  const old = released.find(({ name }) => name === now.name);
  const own = changes.filter(
    (change) => change.target[kind] === now.name && change.axis !== 'policy' && !EVALS.has(change.kind),
  );
  if (!old || (own.length === 0 && old.version === now.version)) return [];
  // Breaking, or possibly breaking: the first number. Visible to callers or models: the second. Else the third.
  const isVisible = own.some(({ level, kind }) => level !== 'safe' || /[/-]added/.test(kind));
  const suggested =
    own.length === 0 ? old.version : raiseVersion(old.version, own.some(mayBreak) ? 0 : isVisible ? 1 : 2);
  const enough = compareVersions(now.version, suggested) >= 0;
  return [{ kind, name: now.name, released: old.version, written: now.version, suggested, enough }];
}

/** Whether callers break, or possibly break. */
export function mayBreak({ axis, level }: Change): boolean {
  return axis === 'wire' && (level === 'breaking' || level === 'unknown');
}

/** `part`: 0 major, 1 minor, 2 patch. */
export function raiseVersion(version: string, part: 0 | 1 | 2): string {
  const numbers = numbersOf(version);
  // Before 1.0.0 the second number marks breaking changes.
  const at = numbers[0] === 0 ? Math.min(part + 1, 2) : part;
  return numbers.map((number, index) => (index < at ? number : index === at ? number + 1 : 0)).join('.');
}

/** Negative where `a` is lower. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [numbersOf(a), numbersOf(b)];
  const index = left.findIndex((number, at) => number !== right[at]);
  return index === -1 ? 0 : (left[index] ?? 0) - (right[index] ?? 0);
}

function numbersOf(version: string): number[] {
  const numbers = version.split('.').map(Number);
  return [0, 1, 2].map((index) => numbers[index] ?? 0);
}
