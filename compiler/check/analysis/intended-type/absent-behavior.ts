/** What a description says about leaving the parameter out. */
import type { Json, Schema } from '@haft/runtime/language';

/** The description states what happens without the parameter, other than a default. */
export function describesAbsence(description = ''): boolean {
  return (
    describedWord(description) === undefined &&
    /\b(?:left out|leave(?: it)? (?:out|empty|off)|leav(?:e|ing) (?:it )?out|omit(?:ted|s)?|omitting|absent|missing|not given|none given|not set|unset|unless|without (?:it|one)|otherwise|when empty|only (?:when|if|for|with)|all (?:when|if))\b/i.test(
      description,
    )
  );
}

/** The default that only the description names, where it is valid for the parameter. */
export function describedDefault({ type, description = '', enum: values }: Schema): Json | undefined {
  const word = describedWord(description);
  if (word === undefined) return undefined;
  if (values) return values.find((value) => value === word);
  if (type === 'integer' && /^-?\d{1,15}$/.test(word)) return Number(word);
  return type === 'boolean' && /^(?:true|false)$/.test(word) ? word === 'true' : undefined;
}

function describedWord(text: string): string | undefined {
  const description = text.slice(0, 1000);
  const found = /\bdefault(?:s|ing)?(?: value)?(?:\s+(?:to|is)|\s*[:=])\s*["'`]?([\w.+-]*\w)/i.exec(description);
  return found?.[1] ?? /["'`]?(?<![\w+-])([\w+-]+)["'`]? (?:by default|\(default\))/i.exec(description)?.[1];
}
