/** What breaks callers, or may, is not released: neither below the top level nor with rules switched off, nor in silence. */
import { describe, expect, test } from 'vitest';
import { temporaryFolder, writeFiles } from '../support/folder.ts';
import { haft } from '../support/haft.ts';
import { SPEC } from '../support/released.ts';
import { serverSpec, toolItem } from '../support/specs.ts';

const TODAY = ['--today', '2026-11-21'] as const;
const ON = 'rules: { version/evals-stale: off }\n';
const OFF = `rules:
  version/evals-stale: off
  version/parameter-default: off
  version/not-raised: off
`;

const CARGO = (kind: string, more = ''): string => `    parameters:
      cargo:
        type: array
        description: What is loaded, by kind.
        items:
          type: object
          properties:
            kind: { ${kind}, description: Kind of the goods. }
${more}
      zone: { type: string, maxLength: 40, default: UTC, description: "Case-sensitive name of a time zone, such as UTC." }
`;
const WET = `            wet: { type: boolean, description: Whether it must stay dry. }
          required: [wet]`;

function specWith(parameters: string, version: string): string {
  const argv = ['date', '{zone}', '{cargo}', ...(parameters.includes('port:') ? ['{port}'] : [])];
  const command = `command: { argv: ${JSON.stringify(argv)}, stdout: text, result: { text: "" } }`;
  const own = toolItem('get_time', command).replace('    command:', `${parameters}    command:`);
  return serverSpec('clock', 'Tells the time.', [own]).replace('version: 1.0.0', `version: ${version}`);
}

/** Released with the first parameters; now it has the second ones, under a new major version. */
function changed(before: string, after: string, settings: string): string {
  const folder = temporaryFolder({ [SPEC]: specWith(before, '1.0.0'), 'haft.yaml': settings });
  expect(haft(folder, 'release', ...TODAY)).toMatchObject({ code: 0 });
  writeFiles(folder, { [SPEC]: specWith(after, '2.0.0') });
  return folder;
}

describe.each([
  ['as they are', ON],
  ['switched off where they can be', OFF],
])('with the rules %s', (_how, settings) => {
  test('a required property of an object in a list is stopped by check, by the gate of a pull request and by release', () => {
    const folder = changed(CARGO('type: string'), CARGO('type: string', WET), settings);
    const check = haft(folder, 'check', ...TODAY);
    expect(check).toMatchObject({ code: 1, stdout: expect.stringContaining('error version/breaking-in-place') });
    expect(haft(folder, 'diff', '--fail-on', 'policy', ...TODAY)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('/cargo/0/wet is required'),
    });
    expect(haft(folder, 'release', ...TODAY).code).toBe(1);
  });

  test('so is a new required parameter', () => {
    const more = CARGO('type: string').replace(
      '      zone:',
      '      port: { type: string, description: Port. }\n      zone:',
    );
    const after = `${more.replace('description: Port.', 'description: "Port to unload in, such as Hull."')}    required: [port]\n`;
    const folder = changed(CARGO('type: string'), after, settings);
    const rule = settings === OFF ? 'version/breaking-in-place' : 'version/parameter-default';
    const { code, stdout } = haft(folder, 'check', ...TODAY);
    expect([code, stdout.match(/error version\/[a-z-]+/g)], stdout).toEqual([1, [`error ${rule}`]]);
    expect(haft(folder, 'diff', '--fail-on', 'policy', ...TODAY).code).toBe(1);
    expect(haft(folder, 'release', ...TODAY).code).toBe(1);
  });

  test('a change that may break is released after the line that the hint says, with a reason and a date', () => {
    const pattern = (text: string): string => CARGO(`type: string, not: { pattern: "${text}" }`);
    const folder = changed(pattern('^xx$'), pattern(String.raw`^(x)\\1$`), `profiles: { specs: mcp }\n${settings}`);
    expect(haft(folder, 'check', ...TODAY).code).toBe(0);
    expect(haft(folder, 'diff', '--fail-on', 'policy', ...TODAY).code).toBe(1);
    const { code, stderr } = haft(folder, 'release', ...TODAY);
    expect([code, stderr]).toEqual([1, expect.stringContaining('error version/undecided')]);
    const [, line = ''] = /`(# haft-ignore [^`]*)`/.exec(stderr) ?? [];
    expect(line).toBe('# haft-ignore version/undecided until 2026-12-21: <reason>');
    const above = (comment: string): void => {
      const text = specWith(pattern(String.raw`^(x)\\1$`), '2.0.0');
      writeFiles(folder, { [SPEC]: text.replace(/^ +kind: \{ type/m, (own) => `            ${comment}\n${own}`) });
    };
    above(line);
    expect(haft(folder, 'release', ...TODAY)).toMatchObject({ code: 1, stderr: expect.stringContaining('no reason') });
    above('# haft-ignore version/undecided: Both patterns are the same.');
    expect(haft(folder, 'release', ...TODAY)).toMatchObject({ code: 1, stderr: expect.stringContaining('no date') });
    above(line.replace('<reason>', 'Both patterns are the same.'));
    expect(haft(folder, 'diff', '--fail-on', 'policy', ...TODAY).code).toBe(0);
    expect(haft(folder, 'release', ...TODAY)).toMatchObject({ code: 0 });
  });
});
