/** A value has a type that the host does not take, and the host skips what is around it. */
import type { Mistyped } from '../observed.ts';
import { NO_TOOL, inFiles } from '../symptom.ts';
import type { SymptomPlace, Symptom } from '../symptom.ts';
import { writeAgain } from '../fix.ts';

export const wrongType: Symptom = {
  id: 'wrong-type',
  symptom: NO_TOOL,
  cause: 'a value in the file has another type than the host takes, and the host skips the entry or the whole file',
  fix: 'the type that the finding shows; in an entry, `haft install --force` replaces it',
  byHand: 'settings outside of the entry belong to the user',
  look: inFiles((file, observed) => {
    const sentence = ({ key, found, setting }: Mistyped): Pick<SymptomPlace, 'key' | 'cause'> => {
      const article = setting.type === 'map of strings' ? 'a map whose values are strings' : `a ${setting.type}`;
      return {
        key,
        cause: `This must be ${article}; it is ${found}. Otherwise ${observed.host.title} ${setting.effect}.`,
      };
    };
    return [
      ...file.mistyped.map((one) => ({ ...sentence(one), fix: { say: `Correct "${one.key}" in ${file.file}.` } })),
      ...file.servers.flatMap((server) =>
        server.mistyped.map((one) => ({
          server: server.name,
          ...sentence(one),
          fix: writeAgain(observed, file.scope, { ...server, own: false }),
        })),
      ),
    ];
  }),
};
