/** A home folder with one installed server that runs, faults planted in it, and what the doctor says of it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { examineHosts } from '../../compiler/features/connect/run/doctor/examine-hosts.ts';
import type { Examination } from '../../compiler/features/connect/run/doctor/examine-hosts.ts';
import { hostOf } from '../../compiler/features/connect/run/install/options.ts';
import { readBench } from '../../compiler/features/connect/run/doctor/observe-output.ts';
import { findingsText } from '../../compiler/features/connect/run/doctor/print.ts';
import { writeFiles } from './folder.ts';
import { hashOf, installBench } from './install-bench.ts';
import type { InstallBench } from './install-bench.ts';

export const SECRET = 'sk-planted-secret';

export interface DoctorBench extends InstallBench {
  readonly script: string;
  /** A file below the home folder, changed; one of the output as if it had been compiled so. */
  readonly edit: (path: string, change: (text: string) => string) => void;
  readonly write: (files: Readonly<Record<string, string>>) => void;
  readonly doctor: (hosts?: string, more?: Readonly<Record<string, string>>) => Promise<Diagnosis>;
}

interface Diagnosis extends Examination {
  readonly text: string;
}

const OUT = 'my project/generated/';

/** An edited file of the output counts as compiled so. */
function compiledAs(manifest: string, path: string, text: string): void {
  const read = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly files: Record<string, object> };
  const files = { ...read.files, [path]: { sha256: hashOf(text), source: '*' } };
  writeFileSync(manifest, JSON.stringify({ ...read, files }));
}

/** With `library` and `find-books` in these hosts. */
export function doctorBench(line: string, files: Readonly<Record<string, string>> = {}): DoctorBench {
  const bench = installBench(files, process.execPath);
  const env = {
    HOME: bench.home,
    PATH: dirname(process.execPath),
    LIBRARY_URL: 'http://127.0.0.1:9',
    LIBRARY_KEY: SECRET,
  };
  if (line !== '') bench.install(`${line} --only=library --only=find-books`, env);
  const write = (all: Readonly<Record<string, string>>): void => writeFiles(bench.home, all);
  return {
    ...bench,
    script: join(bench.project, 'generated/servers/library/server.mjs'),
    edit: (path, change) => {
      const text = change(readFileSync(join(bench.home, path), 'utf8'));
      write({ [path]: text });
      if (path.startsWith(OUT)) compiledAs(join(bench.home, OUT, 'haft.manifest.json'), path.slice(OUT.length), text);
    },
    write,
    async doctor(hosts = '', more = {}) {
      const asked = hosts.split(' ').filter((id) => id !== '');
      const examined = await examineHosts(
        asked.map(hostOf),
        readBench(bench.project, { platform: 'linux', home: bench.home, env: { ...env, ...more } }, undefined),
        { patience: Number(more['PATIENCE'] ?? 30_000), call: more['CALL'] === 'yes' },
      );
      return { ...examined, text: findingsText(examined.observed, examined.findings) };
    },
  };
}
