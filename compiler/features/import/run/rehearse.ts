/** A rehearsal of an import: every tool is called on a mock of its document, first with what is required, then with all parameters. */
import type { JsonObject, Schema } from '@haft/runtime/language';
import { pluralize } from '../../../base/text/pluralize.ts';
import { settingsOf } from '../../../check/settings.ts';
import { type PlannedTool, allTools } from '../../../plan/named-tools.ts';
import { planSpecs } from '../../../plan/plan-specs.ts';
import { readJsonMap } from '../../../plan/read-json.ts';
import { facetsOf } from '../../../versions/subset/form.ts';
import { accepts } from '../../../versions/subset/values.ts';
import { samplesOf } from '../../../versions/witness/samples.ts';
import { callOver, descriptorsOf } from '../../../edge/calls/call-over.ts';
import type { ImportResult } from '../imported.ts';
import { type MockAnswer, type MockRequest, asksForToken, mockOf } from '../openapi/mock.ts';
import type { OpenapiSource } from '../openapi/source.ts';
import { printDocuments } from '../print.ts';

/** What a person reads: how many tools answered, and each that needs an edit. */
export async function rehearse(imported: ImportResult, source: OpenapiSource): Promise<string> {
  const files = printDocuments(imported.documents, 'specs');
  const { value } = planSpecs(files, { settings: settingsOf({ profiles: { specs: 'mcp' } }) });
  const tools = value ? allTools(value.plan).filter(({ tool }) => tool.behavior.kind === 'http') : [];
  const mock = mockOf(source);
  const froms = new Map(imported.documents.map(({ value: { name, from } }) => [String(name), from]));
  const refused: string[] = [];
  for (const target of tools) {
    const { name } = target.tool;
    const why = await problemOf(target, (request) => mock(request, froms.get(name) ?? ''));
    if (why !== undefined) refused.push(`  ${name}: ${why}\n`);
  }
  const count = pluralize(tools.length, 'tool');
  const answered = (tools.length - refused.length).toLocaleString('en-US');
  const need = refused.length === 0 ? '' : `, ${refused.length} ${refused.length === 1 ? 'needs' : 'need'} you:`;
  return `Rehearsal on a mock of the document: ${count}, ${answered} answered${need}\n${refused.join('')}`;
}

async function problemOf(target: PlannedTool, answer: (request: MockRequest) => MockAnswer) {
  const calls = callsOf(target.tool.inputSchema);
  if (calls.length === 0) return 'No arguments could be made of its schema.';
  const { server, tool } = descriptorsOf(target);
  const connections = Object.entries(server.connections).map(([name, one]) => [name, { ...one, base_url: HERE }]);
  const called = { server: { ...server, connections: Object.fromEntries(connections) }, tool };
  const variables = Object.fromEntries(Object.keys(server.env).map((name) => [name, 'rehearsal']));
  for (const args of calls) {
    let problem: string | undefined;
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const sent = new Request(input, init);
      const { method, url, headers } = sent;
      const request = { method, url: new URL(url), headers, body: await sent.text() };
      if (asksForToken(request)) return Response.json({ access_token: 'rehearsal', token_type: 'Bearer' });
      const response = answer(request);
      if ('problem' in response) problem ??= response.problem;
      if ('problem' in response) return new Response('', { status: 400 });
      const { status, type, body } = response;
      return new Response(body === '' ? null : body, {
        status,
        headers: type === undefined ? {} : { 'content-type': type },
      });
    };
    const { text, success } = await callOver({ ...NOT_USED, fetch }, { ...called, args, variables });
    if (!success) return problem ?? String(readJsonMap(text)?.['error'] ?? 'The call failed.');
  }
  return undefined;
}

const HERE = 'http://127.0.0.1:9';

const NOT_USED = {
  waits: false,
  runProgram: async () => ({ kind: 'aborted' }) as const,
  upstreams: <T>(same: T): T => same,
  databases: <T>(same: T): T => same,
};

/** The smallest call and the largest one. */
function callsOf(schema: Schema): readonly JsonObject[] {
  const own = { facets: facetsOf(schema), root: schema };
  const fitting = samplesOf(own, own).filter((one): one is JsonObject => accepts(own.facets, schema, one));
  const sizes = fitting.map((one) => Object.keys(one).length);
  const wanted = [Math.min(...sizes), Math.max(...sizes)];
  return [...new Set(wanted.map((size) => fitting[sizes.indexOf(size)]))].filter((one) => one !== undefined);
}
