/** Flags that have a meaning only with others, or without them: no command ignores a flag. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readArguments } from '../compiler/edge/command-line/arguments.ts';
import { type Command, type Flag, flagNames, helpPage } from '../compiler/edge/command-line/command.ts';
import { COMMANDS } from '../compiler/cli/main.ts';
import { runs } from './support/runs.ts';

const commands = await Promise.all(Object.values(COMMANDS).map((load) => load()));

function written([name, { type, choices, form }]: readonly [string, Flag]): string {
  return type === 'boolean' ? `--${name}` : `--${name}=${choices?.[0] ?? form?.example ?? 'x'}`;
}

/** The flags that Haft accepts together, or the refusal. */
function read(command: Command, given: readonly string[]): string {
  try {
    const args = given.map((name) => written([name, command.flags[name] as Flag]));
    const { flags, lists } = readArguments(command, args, '/');
    return [...Object.keys(flags), ...Object.keys(lists)].sort().join(' ');
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

describe.each(commands.map((command) => [command.name, command] as const))('haft %s', (_name, command) => {
  const { flags } = command;

  test('relations name flags of the command, and the help page says what a flag needs', () => {
    for (const [name, { needs = [], only = [], without = [], help }] of Object.entries(flags)) {
      // Flags that only some importers have are named by all of them.
      expect([...needs, ...only].filter((other) => !Object.hasOwn(flags, other))).toEqual([]);
      expect(without).not.toContain(name);
      expect(help, `--${name}: what it needs is data`).not.toMatch(/^With --/);
      if (needs.length > 0) expect(helpPage(command)).toContain(`With ${flagNames(needs)}: `);
    }
  });

  test('any flags are all read, or the first that has no meaning is refused with the one that is in its way', () => {
    fc.assert(
      fc.property(fc.subarray(Object.keys(flags)), (given) => {
        const needy = given.filter((name) => flags[name]?.needs?.every((need) => !given.includes(need)) === true);
        const apart = given.filter((name) =>
          given.some((other) => {
            const { only, without } = flags[other] ?? {};
            const isOwn = other === name || flags[name]?.needs?.includes(other) === true;
            return without?.includes(name) === true || (only && !only.includes(name) && !isOwn);
          }),
        );
        const outcome = read(command, given);
        if (needy.length + apart.length === 0) expect(outcome).toBe([...given].sort().join(' '));
        else {
          const [, refused = ''] = /^The flag --(\S+) has no meaning with/.exec(outcome) ?? [];
          expect([...needy, ...apart]).toContain(refused);
        }
      }),
      { numRuns: runs(2_000) },
    );
  });
});
