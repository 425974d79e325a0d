/** Variables in texts that a model or a user reads as they are written. */
import { BEHAVIORS } from '../../../spec/behaviors/index.ts';
import type { NodePath } from '../../../spec/yaml/spec.ts';
import { say } from '../../../base/sentence.ts';
import { wordSet } from '../../../base/word-lists.ts';
import type { PlacedText } from '../hidden/model-texts.ts';
import type { ReportFinding } from '../../rule.ts';

/** Keys of sentences; a list such as `examples` has them inside. */
const SENTENCES = wordSet('title description summary instructions does when limits case examples reason');

/** What is filled, and what is sent: messages of failures have a rule of their own. */
const OTHERS = new Set([
  'confirm',
  'on_timeout',
  'connections',
  'programs',
  'databases',
  'upstreams',
  ...BEHAVIORS.map(({ key }) => key),
]);

/** Values, whose members can have any name. */
const VALUES: ReadonlySet<unknown> = wordSet('default enum const');

function isQuestion([first, ...rest]: NodePath): boolean {
  return (first === 'prompts' ? rest[1] : first) === 'ask';
}

/** Whether a text is read as it is written: a question of `ask`, or a sentence that is no message of a failure. */
export function isUnfilled(path: NodePath): boolean {
  const [first = '', second] = path;
  const question = first === 'prompts' ? path.slice(2) : path;
  if (isQuestion(path)) return question.length > 2;
  if (OTHERS.has(String(first)) || path.some((step) => VALUES.has(step))) return false;
  const key = path.findLast((step) => typeof step === 'string') ?? '';
  return SENTENCES.has(key) && (first !== 'deprecated' || second === 'reason');
}

/** `{{name}}` is text of another language of templates. */
const VARIABLE = /(?<!\{)\{(\w+(?:\.[\w-]+)*)(?:\|[^{}]*)?\}(?!\})/g;

/** Reports variables of these names in texts that nothing fills. A description can also be about such a text. */
export function reportUnfilled(texts: readonly PlacedText[], names: readonly string[], report: ReportFinding): void {
  for (const { path, text } of texts)
    for (const [word, name = ''] of text.matchAll(VARIABLE)) {
      const isKnown = names.some((one) => name === one || name.startsWith(`${one}.`));
      const message = say`"${word}" is not filled in here, but read as it is written.`;
      if (isKnown) report(path, message, 'Write the text without "{" and "}".', { word, suspected: !isQuestion(path) });
    }
}
