/** `evals.models` of haft.yaml: a record has the name of a model alone, so two entries of one model would share it. */
import { duplicatesBy } from '../../base/groups.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { shellWord } from '../../base/text/escape.ts';
import type { Config } from '../../check/documents/config.ts';
import { specAt } from '../../spec/shape/place.ts';
import type { SpecDocument } from '../../spec/yaml/spec.ts';

/** Findings at the later entry; `document` is haft.yaml, in its shape. */
export function checkModels(document: SpecDocument): Diagnostic[] {
  const entries = Object.entries(specAt<Config>(document).evals?.models ?? {});
  return duplicatesBy(entries, ([, { model }]) => model).map(([[name, { model }], [first]]) => {
    const path = ['evals', 'models', name, 'model'];
    return {
      code: 'eval/model',
      severity: 'error',
      message: `The models "${first}" and "${name}" are both "${model}", so results of one would be recorded as those of the other.`,
      hint: `Delete one of the two. \`haft eval --model ${shellWord(first)} --endpoint <url>\` asks it at another address.`,
      span: document.at(path),
      about: { path },
    };
  });
}
