/** `haft bump`: the edit becomes a successor, and the released form comes back. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { haft } from '../support/haft.ts';
import { SPEC, edited } from '../support/released.ts';

describe('bump', () => {
  test('keeps comments and layout, brings the released form back, and passes check', () => {
    const folder = edited((text) =>
      text.replace('maxLength: 40', 'maxLength: 4').replace('    effects: read', '    effects: read   # as ever'),
    );
    const { code, stdout } = haft(folder, 'bump', 'get_time', '--reason', 'Names are short.', '--today', '2026-11-21');
    expect([code, stdout]).toEqual([
      0,
      'get_time_v2 has the edit; get_time is as it was released, deprecated until 2027-02-19.\n',
    ]);
    const text = readFileSync(join(folder, SPEC), 'utf8');
    expect(text).toContain('    effects: read   # as ever\n');
    expect(text).toContain('replaces: get_time\n');
    expect(haft(folder, 'check', '--today', '2026-11-21')).toMatchObject({ code: 0, stderr: '' });
    const { changes } = JSON.parse(haft(folder, 'diff', '--format', 'json', '--today', '2026-11-21').stdout);
    expect(changes.filter(({ level }: { level: string }) => level === 'breaking')).toEqual([]);
    expect(haft(folder, 'bump', 'get_time', '--today', '2026-11-22')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/get_time_v2" already/),
    });
  });

  test('goes on: the second version has a successor as well', () => {
    const folder = edited((text) => text.replace('maxLength: 40', 'maxLength: 4'));
    expect(haft(folder, 'bump', 'get_time', '--today', '2026-11-21').code).toBe(0);
    const write = (change: (text: string) => string): void =>
      writeFileSync(join(folder, SPEC), change(readFileSync(join(folder, SPEC), 'utf8')));
    write((text) => text.replace('version: 1.0.0', 'version: 1.1.0'));
    expect(haft(folder, 'release', '--today', '2026-11-21')).toMatchObject({ code: 0, stderr: '' });
    write((text) => text.replace('maxLength: 4,', 'maxLength: 3,'));
    expect(haft(folder, 'check', '--today', '2026-11-22').code).toBe(1);
    const second = haft(folder, 'bump', 'get_time_v2', '--today', '2026-11-22');
    expect([second.code, second.stderr]).toEqual([0, '']);
    expect(readFileSync(join(folder, SPEC), 'utf8').match(/replaces: \w+/g)).toEqual([
      'replaces: get_time_v2',
      'replaces: get_time',
    ]);
    expect(haft(folder, 'check', '--today', '2026-11-22')).toMatchObject({ code: 0, stderr: '' });
  });

  test.each([
    [['bump'], /needs the name of a tool/],
    [['bump', 'get_tme'], /was never released/],
    [['bump', 'list_trains'], /is as it was released/],
  ])('%j is refused with a next step', (args, words) => {
    const folder = edited((text) => text.replace('maxLength: 40', 'maxLength: 4'));
    expect(haft(folder, ...args)).toMatchObject({ code: 2, stderr: expect.stringMatching(words) });
  });
});
