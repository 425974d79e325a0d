/** Every tool of an imported service, called through its compiled server against Prism. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importOpenapi } from '../../compiler/features/import/openapi/import-openapi.ts';
import type { OpenapiOptions } from '../../compiler/features/import/openapi/select.ts';
import type { Schema } from '../../runtime/language/schema.ts';
import { connect } from '../support/official-client.ts';
import { argumentsFor } from './arguments.ts';
import type { Amount } from './arguments.ts';
import { compileImport, writeServer } from './imported.ts';
import { startPrism } from './prism.ts';

export interface Verdict {
  readonly tools: number;
  readonly right: number;
  /** Name of the tool and what came back. */
  readonly wrong: readonly string[];
}

export async function judgeCalls(
  program: string,
  document: string,
  amount: Amount,
  options: OpenapiOptions = {},
): Promise<Verdict> {
  const ends: (() => Promise<void>)[] = [];
  const files = mkdtempSync(join(tmpdir(), 'haft-files-'));
  writeFileSync(join(files, 'abc'), 'hello');
  try {
    const prism = await startPrism(program, document);
    ends.push(prism.stop);
    const source = { text: readFileSync(document, 'utf8'), name: document };
    const made = importOpenapi(source, { all: true, deprecated: true, base_url: prism.url, ...options });
    if (made.kind !== 'imported') throw new Error(JSON.stringify(made));
    const { plan, errors } = compileImport(made.documents, { limits: { calls_per_minute: 1_000_000 } });
    const [server] = plan?.servers ?? [];
    if (plan === undefined || server === undefined) throw new Error(errors.map(({ message }) => message).join('\n'));
    const env = Object.fromEntries(
      Object.keys(server.env).map((name) => [name, name.endsWith('_FILES') ? files : 'abc']),
    );
    const client = await connect('legacy', writeServer(plan), env, { atEnd: (end) => ends.push(end) });
    const wrong: string[] = [];
    for (const { name, inputSchema } of server.tools) {
      const args = argumentsFor(inputSchema as Schema, amount);
      const { content, isError } = await client.callTool({ name, arguments: args });
      if (isError === true)
        wrong.push(`${name}: ${JSON.stringify(content).slice(0, 400)} <- ${JSON.stringify(args).slice(0, 300)}`);
    }
    return { tools: server.tools.length, right: server.tools.length - wrong.length, wrong };
  } finally {
    for (const end of ends.toReversed()) await end();
    rmSync(files, { recursive: true });
  }
}
