/** Puts the double where a test can have it on PATH. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../support/folder.ts';
import type { AtEnd } from '../../support/official-client.ts';
import type { Profile } from './profiles.ts';
import { rowsOf } from './profiles.ts';

export interface RecordedCall {
  readonly argv: readonly string[];
  /** Without PATH, HOME and PWD. */
  readonly env: Readonly<Record<string, string>>;
}

export interface Notebook {
  /** Files of the double; its uploads and downloads are here as well. */
  readonly folder: string;
  /** The program itself. */
  readonly program: string;
  /** PATH with the double before everything else. */
  readonly path: string;
  readonly calls: () => readonly RecordedCall[];
  readonly unknown: () => readonly string[];
  /** From the next call on, it does as another profile says. */
  readonly becomes: (profile: Profile) => void;
}

/** Gone when the test is over, unless `atEnd` says otherwise. */
export function startNotebook(profile: Profile = { sources: 3 }, atEnd?: AtEnd): Notebook {
  const folder = temporaryFolder({}, atEnd && ((end) => atEnd(async () => end())));
  const bin = join(folder, 'bin');
  const program = join(bin, 'notebooklm');
  mkdirSync(bin);
  const becomes = (next: Profile): void =>
    writeFileSync(join(folder, 'rows.json'), JSON.stringify(rowsOf(next, folder)));
  becomes(profile);
  const words = [process.execPath, join(import.meta.dirname, 'replay.mjs'), folder]
    .map((word) => `'${word}'`)
    .join(' ');
  writeFileSync(program, `#!/bin/sh\nexec ${words} "$@"\n`);
  chmodSync(program, 0o755);
  const lines = (name: string): string[] => {
    const file = join(folder, name);
    return existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
  };
  return {
    folder,
    program,
    path: `${bin}:${process.env['PATH'] ?? ''}`,
    calls: () => lines('calls.jsonl').map((line): RecordedCall => JSON.parse(line)),
    unknown: () => lines('unknown.jsonl'),
    becomes,
  };
}
