/** What a person is told after an installation, so that the host lists its tools again (EXT §4.1). */
import { describe, expect, test } from 'vitest';
import { hostLines } from '../../compiler/features/connect/run/install/print.ts';
import { HOSTS } from '../../compiler/spec/hosts/index.ts';
import { writeFiles } from '../support/folder.ts';
import { installBench } from '../support/install-bench.ts';
import { ON_WINDOWS } from '../support/posix.ts';
import { everyNth } from '../support/runs.ts';

const SCOPED = HOSTS.flatMap((host) =>
  (['user', 'project'] as const).flatMap((scope) => (host.config[scope] ? [{ id: host.id, scope, host }] : [])),
);

describe.skipIf(ON_WINDOWS).each(everyNth(3, SCOPED))('$id, $scope', ({ id, scope, host }) => {
  test('a person is told how the host lists its tools again after a change, and gets no step for a host that does not', () => {
    const bench = installBench();
    const system = { platform: 'linux', home: bench.home, env: {} } as const;
    const told = (): string[] => {
      const { plans } = bench.install(`${id} --${scope} --env=LIBRARY_URL=http://127.0.0.1:9`);
      const lines = plans.flatMap((plan) => hostLines(plan, system, false).split('\n'));
      return lines.flatMap((line) => /^ {2}next: (.*)$/.exec(line)?.[1] ?? []);
    };
    const { approve = {}, reload } = host;
    expect(told()).toEqual([approve[scope], reload].filter(Boolean));
    expect(told()).toEqual([]);
    writeFiles(bench.project, { 'generated/servers/notes/server.mjs': OFFERS_LESS });
    expect(told()).toEqual([approve[scope], reload].filter(Boolean));
  });
});

/** Its entry is another one than that of the server with stdio. */
const OFFERS_LESS = `const HAFT_SERVER = {
  "name": "notes",
  "version": "1.0.0",
  "transports": ["stdio"],
  "env": {},
};
`;
