/** What a flag of the command line takes, for every flag of every command. */
import { expect, test } from 'vitest';
import { COMMANDS } from '../compiler/cli/main.ts';
import { readArguments } from '../compiler/edge/command-line/arguments.ts';

test.each(['', ' ', '\t'])('no flag of any command takes the value %j', async (value) => {
  const commands = await Promise.all(Object.values(COMMANDS).map((load) => load()));
  for (const command of commands)
    for (const [name, { type }] of Object.entries(command.flags)) {
      const read = (): unknown => readArguments(command, [`--${name}=${value}`], '/');
      if (type === 'string') expect(read, `${command.name} --${name}`).toThrow(`--${name} needs a value.`);
    }
});
