/** `server.json` of each server, for the MCP registry (schema 2025-12-11); it points to the npm package. */
import { withoutUndefined } from '../../../base/json.ts';
import type { ServerPlan } from '../../../plan/model.ts';
import { jsonFile, oneLine, MAX_DESCRIPTION, npmName, registryName, shortDescription } from '../files.ts';
import { stdioFlags } from '../../../emit/host-files/desired-entry.ts';
import { hasStdio, namedAddress, noServer } from '../transports.ts';
import type { PackFormat, Package } from '../format.ts';

export const serverJsonFormat: PackFormat = {
  id: 'server-json',
  title: 'server.json of each server, for the MCP registry',
  verified: 'docs',
  leavesOut: ({ servers, skills }) => [
    ...servers.flatMap(({ plan }) =>
      shortDescription(plan) === oneLine(plan.summary)
        ? []
        : [`${plan.name}: the end of its summary; the registry accepts ${MAX_DESCRIPTION} characters.`],
    ),
    ...(skills.length > 0 ? ['The registry has no skills.'] : []),
  ],
  obstacle: ({ servers, namespace }) => {
    const none = noServer({ servers });
    if (none || namespace !== undefined) return none;
    return {
      message: 'The registry names a server by a namespace of its owner, which is not known.',
      hint: 'Add it to haft.yaml: `pack: { namespace: io.github.<account> }`.',
    };
  },
  files: (content) =>
    content.servers.map(({ plan }) => jsonFile(`${plan.name}/server.json`, serverJson(plan, content))),
};

function serverJson(server: ServerPlan, content: Package): unknown {
  const { version, title, env } = server;
  const flags = stdioFlags(server);
  const variables = Object.entries(env).map(([name, { description, optional, secret }]) => {
    return { name, description: oneLine(description), isRequired: !optional, isSecret: secret };
  });
  return withoutUndefined({
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: registryName(server, content),
    title: title.slice(0, MAX_DESCRIPTION),
    description: shortDescription(server),
    version,
    websiteUrl: content.homepage,
    packages: [
      withoutUndefined({
        registryType: 'npm',
        identifier: npmName(server, content),
        version,
        transport: hasStdio(server) ? { type: 'stdio' } : namedAddress(server),
        packageArguments: flags.length > 0 ? flags.map((value) => ({ type: 'positional', value })) : undefined,
        environmentVariables: variables.length > 0 ? variables : undefined,
      }),
    ],
  });
}
