/** Finds text of the model that would choose a program, run as code, or be read as an option. */
import type { Commands, ProgramSpec } from './program-spec.ts';
import { PROGRAMS } from './programs.ts';
import { RUNNING_INPUT } from './running-options.ts';
import type { Danger, Judged } from './danger.ts';
import { dangers } from './danger.ts';
import { judgeCode } from './judge-code.ts';
import { judgeLauncher } from './judge-launcher.ts';
import { judgeOwnOptions, judgeRunningOptions } from './judge-options.ts';
import { among, isOption, optionAt } from './options.ts';
import { programName } from './program-name.ts';

/** All that a command line does with its words; the first of them is the program. */
export function judgeArgv(judged: Judged): Danger[] {
  const { words, stdin, by } = judged;
  const [program, ...others] = words;
  if (!program) return [];
  if (program.parameter) return [{ kind: 'program', word: program, variable: program.parameter, by }];
  if (!others.some(({ free, parameter }) => free ?? parameter) && !stdin) return [];
  const name = programName(program);
  const spec = Object.hasOwn(PROGRAMS, name) ? PROGRAMS[name] : undefined;
  return [
    ...(spec ? judgeSpec(judged, name, spec) : judgeOwnOptions(judged, name)),
    ...judgeRunningOptions(judged, name, judgeArgv),
    ...dangers('code', name, stdin && RUNNING_INPUT.has(name) ? [stdin] : []),
  ];
}

function judgeSpec(judged: Judged, name: string, spec: ProgramSpec): Danger[] {
  if (spec.runs === 'subcommand') return judgeSubcommand(judged, name, spec);
  if (spec.runs === 'program') return judgeLauncher(judged, name, spec, judgeArgv);
  return [...judgeCode(judged, name, spec, judgeArgv), ...judgeOwnOptions(judged, name)];
}

function judgeSubcommand(judged: Judged, name: string, spec: Commands): Danger[] {
  const { words } = judged;
  const takesValue = among(spec.values);
  let at = 1;
  let word = words[at];
  for (; word && isOption(word); word = words[at]) at = optionAt(words, at, takesValue).next;
  if (!word) return judgeOwnOptions(judged, name);
  if (word.free && !spec.otherwise) return [{ kind: 'program', word, variable: word.free, by: name }];
  const inner = Object.hasOwn(spec.of, word.text) && !word.parameter ? spec.of[word.text] : undefined;
  if (inner) return judgeSpec({ ...judged, words: words.slice(at) }, `${name} ${word.text}`, inner);
  return spec.otherwise ? judgeSpec(judged, name, spec.otherwise) : judgeOwnOptions(judged, name);
}
