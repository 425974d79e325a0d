/** A definition is used. */
import { shopServer } from '../../example-documents.ts';
import { crossRule } from '../../rule.ts';
import { withAllTools } from '../../analysis/secrets/templates.ts';

const DEFINITIONS =
  'definitions: { page: { type: integer, description: The page of the list., minimum: 1, maximum: 100, default: 1 } }';

export const definitionUnused = crossRule({
  id: 'server/definition-unused',
  subject: 'server',
  severity: 'warning',
  around: withAllTools,
  says: 'Every definition should be used by a tool.',
  why: 'An unused definition has no effect. Usually a tool still declares the schema inline, or uses another definition.',
  source: 'EXT §8 rule 2 (one narrow schema, written once)',
  good: [
    shopServer(`${DEFINITIONS}
tools: [{ name: list_orders, description: { does: Lists orders., when: the user asks for orders }, effects: read, parameters: { page: { use: page } }, command: { argv: [orders, "{page}"] } }]`),
    shopServer(`definitions: { order: { type: object, properties: { id: { type: string, description: Its number. } } } }
tools: [{ name: list_orders, description: { does: Lists orders., when: the user asks for orders }, effects: read, returns: { type: object, properties: { orders: { type: array, items: { use: order } } } }, command: { argv: [orders], stdout: json, result: { orders: /orders } } }]`),
  ],
  bad: [
    shopServer(DEFINITIONS),
    shopServer(`${DEFINITIONS}
tools: [{ name: list_orders, description: { does: Lists orders., when: the user asks for orders }, effects: read, parameters: { page: { type: integer, minimum: 1, maximum: 100, default: 1, description: The page. } }, command: { argv: [orders, "{page}"] } }]`),
  ],
  check(server, report) {
    const reached = new Set(server.tools.flatMap((tool) => tool.reached));
    for (const name of Object.keys(server.spec.definitions ?? {})) {
      if (reached.has(name)) continue;
      const hint = `Write { use: ${name} } in a parameter or result of a tool, or delete it.`;
      report(['definitions', name], `Definition "${name}" is not used by any tool.`, hint, { part: 'key' });
    }
  },
});
