/** A program that reports a failure in its error output and ends with exit code 0. */
import { expect, test } from 'vitest';
import type { CommandBehavior } from '../../runtime/descriptor/descriptor.ts';
import { type Setting, callTool } from './support/call-tool.ts';

function script(code: string, behavior: Partial<CommandBehavior>): Setting {
  const argv = [process.execPath, '-e', code.replaceAll(/[{}]/g, '$&$&')];
  return { behavior: { kind: 'command', stdout: 'json', max_bytes: 100_000, ...behavior, argv } };
}

test.each<[test: Partial<CommandBehavior>, printed: string, expected: object]>([
  [
    { fails_when: [{ pointer: 'stderr', contains: 'error:', error: 'E.', retry_hint: 'R.' }] },
    'error: no',
    { code: 'tool_failed' },
  ],
  [
    { fails_when: [{ pointer: 'stderr', contains: 'error:', error: 'E.', retry_hint: 'R.' }] },
    'a warning',
    { data: {} },
  ],
  [{ fails_when: [{ pointer: 'stderr', error: 'E.', retry_hint: 'R.', detail: 'stderr' }] }, 'no', { error: 'E. no' }],
  [{ fails_when: [{ pointer: 'stderr', error: 'E.', retry_hint: 'R.' }] }, '', { data: {} }],
  [
    { fails_when: [{ pointer: 'stderr', finds: 'nothing', error: 'E.', retry_hint: 'R.' }] },
    '',
    { code: 'tool_failed' },
  ],
  [
    { stdout: 'text', fails_when: [{ pointer: 'stderr', contains: ['x', 'no'], error: 'E.', retry_hint: 'R.' }] },
    'no',
    { code: 'tool_failed' },
  ],
])('a failure that is reported on standard error, with exit code 0: %j and %j', async (behavior, printed, expected) => {
  const code = `console.log("{}"); process.stderr.write(${JSON.stringify(printed)})`;
  expect(await callTool(script(code, behavior))).toMatchObject(expected);
});

test('before a check, the error output of the whole run counts, beyond the part that is quoted', async () => {
  const noise = 'process.stderr.write("fatal: gone\\n" + "x".repeat(50_000)); console.log("{}")';
  const { behavior } = script(noise, {
    fails_when: [{ pointer: 'stderr', contains: 'fatal', error: 'E.', retry_hint: 'R.' }],
  });
  const check = behavior as CommandBehavior;
  expect(await callTool(script('console.log("{}")', { before: [check] }))).toMatchObject({ code: 'tool_failed' });
});
