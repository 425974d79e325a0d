/** Symptoms of what Haft compiled and installed, of the specs it comes from, and of skills. */
import type { ObservedHost } from '../observed.ts';
import { compileAgain, fixSkill, commandText } from '../fix.ts';
import { type ListedSymptom, inLaunches, inServers } from '../symptom.ts';

export const OUTPUT: readonly ListedSymptom[] = [
  {
    id: 'output-damaged',
    symptom: 'Host shows old tools, or none',
    cause: 'a compiled file was deleted or cut off after `haft compile` wrote it',
    fix: '`haft compile`',
    shared: true,
    look: (observed) => damagedFiles(observed, false).map((place) => ({ ...place, fix: compileAgain(observed) })),
  },
  {
    id: 'output-edited',
    symptom: 'Host shows old tools, or none',
    cause: 'a compiled file was changed after `haft compile` wrote it',
    fix: 'move the change to the spec, delete the file, and `haft compile`',
    byHand: 'the change may be the work of an author',
    shared: true,
    look: (observed) => {
      const say = `Move the change to the spec, delete this file, and run ${commandText(observed, 'compile')}.`;
      return damagedFiles(observed, true).map((place) => ({ ...place, fix: { say } }));
    },
  },
  {
    id: 'output-old',
    symptom: 'Host shows old tools, or none',
    cause: 'a spec or a handler has changed since the last `haft compile`',
    fix: '`haft compile`',
    shared: true,
    look: (observed) =>
      observed.output.changed === undefined
        ? []
        : [
            {
              file: observed.output.changed,
              cause: 'This file has changed since the last `haft compile`, so hosts use an older state of it.',
              fix: compileAgain(observed),
            },
          ],
  },
  {
    id: 'stale-entry',
    symptom: 'Host shows old tools, or none',
    cause: 'the entry is outdated: the variables or the transport of the server changed',
    fix: '`haft install`',
    look: inServers(
      ({ stale }) => stale && { cause: 'The entry is outdated: `haft install` would now write a different one.' },
    ),
  },
  {
    id: 'stale-copy',
    symptom: 'Host shows old tools, or none',
    cause: 'the script of the entry differs from the compiled server',
    fix: '`haft install`, with `--copy` where the entry names a copy',
    look: inLaunches(
      ({ script }, _server, { again, keys }) =>
        script?.outdated && {
          key: keys.args,
          cause: `"${script.file}" differs from the compiled server.`,
          fix: script.copied ? again('--copy') : again(),
        },
    ),
  },
];

/** Compiled files that an author may have changed, or all others that are not as they were written. */
function damagedFiles({ output }: ObservedHost, isEdited: boolean) {
  const files = output.damaged.filter(({ edited }) => edited === isEdited);
  return files.map(({ file, how }) => ({ file, cause: `This compiled file ${how}.` }));
}

export const SKILLS: readonly ListedSymptom[] = [
  {
    id: 'skill-gone',
    symptom: 'Host shows no skill',
    cause: 'the folder of the skill was deleted or renamed, is a broken link, or has no file `SKILL.md`',
    fix: '`haft install`',
    look: (observed) =>
      observed.skills.flatMap(({ name, missing }) =>
        missing.map((one) => ({
          file: `${one.folder}/${name}`,
          key: name,
          cause: `Haft installed the skill "${name}" here, but ${one.how}.`,
          fix: fixSkill(observed, name, one),
        })),
      ),
  },
  {
    id: 'skill-outdated',
    symptom: 'Host uses an old skill',
    cause: 'the folder of the skill differs from the compiled one',
    fix: '`haft install`',
    look: (observed) =>
      observed.skills.flatMap(({ name, folders }) =>
        folders
          .filter(({ outdated }) => outdated)
          .map((one) => ({
            file: `${one.folder}/${name}`,
            key: name,
            cause: `The skill "${name}" differs from the compiled one.`,
            fix: fixSkill(observed, name, one),
          })),
      ),
  },
  {
    id: 'skill-twice',
    symptom: 'Host uses an old skill',
    cause: 'two different copies of the skill are in folders that the host reads',
    fix: 'remove the old one',
    byHand: 'one of the two folders is not from Haft',
    look: ({ host, skills }) =>
      skills
        // Equal copies do no harm: several hosts read the folder of one.
        .filter(({ folders }) => folders.length > 1 && folders.some(({ outdated }) => outdated))
        .map(({ name, folders }) => ({
          file: `${folders[0]?.folder}/${name}`,
          key: name,
          cause: `${host.title} reads the skill "${name}" from ${folders.map(({ folder }) => folder).join(' and ')}.`,
          fix: {
            say: `Remove the old one: ${folders
              .filter(({ outdated }) => outdated)
              .map(({ folder }) => `${folder}/${name}`)
              .join(', ')}.`,
          },
        })),
  },
];
