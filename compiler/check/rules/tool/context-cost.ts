/** A tool stays within its token budget. */
import { rule } from '../../rule.ts';
import { toolCost, toolTokens } from '../../analysis/tokens.ts';

const many = (count: number, words: string): string => {
  const fields = Array.from({ length: count }, (_, at) => `field_${at}: { type: string, description: "${words}" }`);
  return `parameters: { ${fields.join(', ')} }`;
};

export const contextCost = rule({
  id: 'tool/context-cost',
  subject: 'tool',
  severity: 'warning',
  says: 'A tool should stay within its token budget.',
  why: 'Every tool is read before the first user message; large tools leave a small model little context.',
  source: 'EXT §8 (can exhaust context); MCP tools/list',
  good: [
    'parameters: { title: { type: string, description: Words of the title. } }',
    many(4, 'Value of this field of the catalogue record, exactly as it is written there.'),
  ],
  bad: [
    many(40, 'Value of this field of the catalogue record, exactly as it is written there, with its indicators.'),
    `description: { does: "${'Searches the shelves by words. '.repeat(64)}", when: the user looks for a book }
${many(16, 'Value of this field of the catalogue record, exactly as it is written there.')}`,
  ],
  check({ spec }, report, { settings }) {
    const budget = settings.budgets.tool;
    if (toolTokens(spec) <= budget) return;
    const { total, description, parameters, cut } = toolCost(spec);
    // Rule tool/description-length already reports a long description; another finding is useful only if other parts are too big as well.
    if (total - cut <= budget && settings.severities['tool/description-length'] !== 'off') return;
    const [part, tokens] = description > parameters ? ['description', description] : ['parameters', parameters];
    report(
      [part],
      `Tool "${spec.name}" needs about ${total} tokens of context; the budget is ${budget}.`,
      `Shorten "${part}" (about ${tokens}), split the tool, or raise \`budgets: { tool }\` in haft.yaml.`,
      { part: 'key' },
    );
  },
});
