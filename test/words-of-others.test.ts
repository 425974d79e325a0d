/** No rule of profile mcp makes an error of how others word their texts: what is an error is one in any words. */
import { expect, test } from 'vitest';
import { RULES } from '../compiler/check/rules/index.ts';
import { check } from '../compiler/check/check.ts';
import { load } from '../compiler/spec/yaml/load.ts';
import type { Diagnostic, SourceFile } from '../compiler/base/diagnostic.ts';
import { layOver } from './support/example.ts';
import { onlyRuleOfImports } from './support/settings.ts';
import { everyNth } from './support/runs.ts';

function errorsIn(source: SourceFile, id: string): readonly Diagnostic[] {
  const { diagnostics } = check(load([source]).value, { settings: onlyRuleOfImports(id) });
  return diagnostics.filter(({ code, severity }) => code === id && severity === 'error');
}

/** Another word of the same length for each word of a running text; markup, names and values stay. */
function reworded(text: string): string {
  return text
    .split(/(<[^>]*>)/)
    .map((part) => (part.startsWith('<') ? part : part.replaceAll(/(?<=^|[\s"])[A-Za-z][a-z]+(?=$|[\s",.;:])/g, plain)))
    .join('');
}

function plain(word: string): string {
  return 'q'.repeat(word.length);
}

/** A statement looks like a sentence, and is code. */
const isCode = (id: string): boolean => id.startsWith('tool/sql-');

/** A text of several words, and not a map or a list of the spec. */
function isProse(text: string): boolean {
  return /^["']?[A-Za-z]+(?: [A-Za-z]+){2}/.test(text) && !/^\s*[\w-]+:/m.test(text);
}

/** Two signals of an order to the model are an error whoever wrote them (ADR 40). */
const ORDERS: ReadonlySet<string> = new Set(['tool/hidden-text', 'skill/hidden-text']);

test.each(RULES.filter(({ id }) => !ORDERS.has(id) && !isCode(id)).map((rule) => [rule.id, rule] as const))(
  '%s',
  (id, rule) => {
    for (const example of everyNth(2, rule.bad)) {
      const { source } = layOver(rule.subject, example);
      for (const { span } of errorsIn(source, id)) {
        const text = source.text.slice(span.start, span.end);
        if (!isProse(text)) continue;
        const other = `${source.text.slice(0, span.start)}${reworded(text)}${source.text.slice(span.end)}`;
        expect(errorsIn({ ...source, text: other }, id), text).not.toEqual([]);
      }
    }
  },
);
