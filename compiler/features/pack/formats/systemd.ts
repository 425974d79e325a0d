/** A unit for systemd of each server that listens, without rights, and with its token as a credential. */
import type { ServerPlan } from '../../../plan/model.ts';
import { movedTo, oneLine, textFile, variableComments } from '../files.ts';
import { besidesListening, listening, listeningFlag, noListener } from '../transports.ts';
import type { PackFormat } from '../format.ts';

export const systemdFormat: PackFormat = {
  id: 'systemd',
  title: 'Unit of each server that listens, for systemd',
  verified: 'ran systemd-analyze 252',
  leavesOut: (content) =>
    besidesListening(content, 'the unit hides /home from them', 'A unit has a server only, no skills.'),
  obstacle: noListener,
  files: (content) =>
    listening(content).flatMap(({ plan, script }) => [
      textFile(`${plan.name}/${plan.name}.service`, unit(plan)),
      movedTo(plan.name, { ...script, executable: true }, 'server.mjs'),
    ]),
};

/** Seconds: to drain, and for what comes after the last call. */
const BESIDES = 10;

function unit(server: ServerPlan): string {
  const { name, title, limits, tools, env } = server;
  const { install, variables, environment } = guardOf(server);
  const longest = Math.max(limits.timeout_ms, ...tools.map(({ timeout_ms = 0 }) => timeout_ms));

  return `# install -D server.mjs /usr/local/lib/${name}/server.mjs
# ${install}
# Variables of the server belong into /etc/${name}/env, a line NAME=value each; ${variables} HAFT_URL=https://<host>/mcp.
# Folders that its tools use: BindReadOnlyPaths= or BindPaths= in a drop-in of the unit.
${variableComments(env)}[Unit]
Description=${plain(title)} (MCP server)
Wants=network-online.target
After=network-online.target

[Service]
ExecStart=/usr/bin/env node /usr/local/lib/${name}/server.mjs ${listeningFlag(server)}
Environment=HAFT_HOST=127.0.0.1 HAFT_PORT=8765${environment}
Restart=on-failure
TimeoutStopSec=${Math.ceil(longest / 1000) + BESIDES}
DynamicUser=yes
NoNewPrivileges=yes
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectControlGroups=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
RestrictNamespaces=yes
LockPersonality=yes
CapabilityBoundingSet=
SystemCallArchitectures=native

[Install]
WantedBy=multi-user.target
`;
}

/** A token as a credential; a server with `auth:` takes those of its issuer, for its public URL, without which it does not start here. */
function guardOf({ name, auth }: ServerPlan): Readonly<Record<'install' | 'variables' | 'environment', string>> {
  if (auth)
    return {
      install: `install -Dm600 env /etc/${name}/env`,
      variables: 'it accepts the tokens of its issuer, and needs its public URL:',
      environment: `\nEnvironmentFile=/etc/${name}/env`,
    };
  return {
    install: `install -Dm600 token /etc/${name}/token    (at least 16 characters)`,
    variables: 'behind a proxy also',
    environment: ` HAFT_TOKEN_FILE=%d/token\nEnvironmentFile=-/etc/${name}/env\nLoadCredential=token:/etc/${name}/token`,
  };
}

/** Text in which nothing is a specifier or goes on in the next line. */
function plain(text: string): string {
  return oneLine(text).replaceAll('%', '%%').replaceAll('\\', '/');
}
