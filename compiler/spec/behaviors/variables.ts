/** Texts with variables, each parsed once for all that read it. */
import { type TemplateVariable, parseTemplate } from '@haft/runtime/language';
import { memoizeText } from '../../base/memo.ts';

/** What descriptions of the language say of a text that no argument is filled into. */
export const ENV = 'Variables: {env.NAME}, {env.NAME|fallback}.';

export const templateOf = memoizeText(parseTemplate);

/** In order; one that is written twice is there twice. */
export function templateVariables(text: string): TemplateVariable[] {
  return templateOf(text).parts.filter((part) => typeof part === 'object');
}

/** What each of them names first: a parameter, or `env`. */
export function templateRoots(text: string): string[] {
  return templateVariables(text).map(({ path: [root = ''] }) => root);
}
