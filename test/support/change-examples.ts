/** The projects that the examples of kinds of change are about. */
import { parse, parseAllDocuments, stringify } from 'yaml';
import type { SourceFile } from '../../compiler/base/diagnostic.ts';
import { RULES } from '../../compiler/check/rules/index.ts';
import { settingsOf } from '../../compiler/check/settings.ts';
import { textHash } from '../../compiler/plan/hash.ts';
import type { Plan } from '../../compiler/plan/model.ts';
import { planSpecs } from '../../compiler/plan/plan-specs.ts';
import { BEHAVIORS } from '../../compiler/spec/behaviors/index.ts';
import type { ChangeKind } from '../../compiler/versions/change.ts';
import { EXAMPLE_SETTINGS, exampleProject } from './example.ts';

/** Specs are judged by what locks them, so that an example can show one thing alone. */
export const EXAMPLE_CONFIG = {
  profiles: { specs: 'mcp' as const },
  rules: Object.fromEntries(RULES.map(({ id }) => [id, 'off' as const])),
};

const SETTINGS = { ...settingsOf(EXAMPLE_CONFIG), learned: EXAMPLE_SETTINGS.learned };

const TRACKER = { tracker: { command: ['tracker-mcp'] } };
const CATALOGUE = { catalogue: { base_url: 'https://books.example.org' } };
const SHOP = { shop: { kind: 'postgres', url: 'postgres://reader@localhost/shop' } };
const BASE = parseAllDocuments(exampleProject().text)
  .map((document): Record<string, unknown> => document.toJS())
  .map((document) =>
    document['kind'] === 'server'
      ? { connections: CATALOGUE, upstreams: TRACKER, databases: SHOP, ...document }
      : document,
  )
  .map((document) => ({ document, source: sourceOf(document) }));

/**
 * The example project with the keys of the example laid over the document of its scope. Each further document is a
 * file in a folder of its own; a comment "# references/a.md: text" is a file beside the spec.
 */
export function planOf({ scope }: Pick<ChangeKind, 'scope'>, example: string): Plan {
  const { value, diagnostics } = planSpecs(exampleSpecs(scope, example), {
    settings: SETTINGS,
    files: filesIn(example),
  });
  if (!value) throw new Error(`The example does not compile:\n${example}\n${JSON.stringify(diagnostics, null, 2)}`);
  return withCode(value.plan, /^# handlers\.ts: (.*)$/m.exec(example)?.[1]);
}

/** The specs of that project, by path. */
export function exampleSpecs(scope: ChangeKind['scope'], example: string): readonly SourceFile[] {
  const [keys = '', ...more] = example.split(/^---\n/m);
  const laid: Record<string, unknown> = parse(keys);
  // The others are the same objects each time, so that they are read once (ADR 9).
  const documents = BASE.map(({ document, source }) => {
    if (document['kind'] !== (scope === 'schema' ? 'tool' : scope)) return source;
    const { handler: _handler, context: _context, steps: _steps, never: _never, ...bare } = document;
    // A skill has one text or these parts.
    if ('text' in laid) return sourceOf({ ...bare, ...laid });
    const hasWork = BEHAVIORS.some(({ key }) => key in laid) || 'via' in Object(laid['deprecated']);
    return sourceOf(hasWork ? { ...bare, ...laid } : { ...document, ...laid });
  });
  return [...documents, ...more.map((text, index) => ({ path: `specs/more-${index}/spec.yaml`, text }))];
}

function sourceOf(document: Readonly<Record<string, unknown>>): SourceFile {
  return { path: `specs/${document['kind']}.yaml`, text: stringify(document) };
}

/** As if the handler file of every server had this code. */
function withCode(plan: Plan, code: string | undefined): Plan {
  if (code === undefined) return plan;
  const handlers = { 'handlers.ts': `${textHash(code)} ${textHash(`bare ${code}`)}` };
  return { ...plan, servers: plan.servers.map((server) => ({ ...server, handlers })) };
}

function filesIn(example: string): { path: string; bytes: Uint8Array; executable: boolean }[] {
  return [...example.matchAll(/^# ((?:references|evals)\/\S+): (.*)$/gm)].map(([, path, text]) => {
    return { path: `specs/${path}`, bytes: new TextEncoder().encode(text), executable: false };
  });
}
