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
  const { name, title, limits, tools, env, auth } = server;
  const longest = Math.max(limits.timeout_ms, ...tools.map(({ timeout_ms = 0 }) => timeout_ms));

  // With `auth` it would open every tool, beside the tokens of the users.
  const token = auth ? undefined : `/etc/${name}/token`;
  return `# install -D server.mjs /usr/local/lib/${name}/server.mjs
${token === undefined ? '' : `# install -Dm600 token ${token}    (at least 16 characters)\n`}\
# install -Dm600 env /etc/${name}/env    (a line NAME=value for each variable; ${auth ? 'its public URL is' : 'behind a proxy also'} HAFT_URL=https://<host>/mcp)
# Folders that its tools use: BindReadOnlyPaths= or BindPaths= in a drop-in of the unit.
${variableComments(env)}[Unit]
Description=${plain(title)} (MCP server)
Wants=network-online.target
After=network-online.target

[Service]
ExecStart=/usr/bin/env node /usr/local/lib/${name}/server.mjs ${listeningFlag(server)}
Environment=HAFT_HOST=127.0.0.1 HAFT_PORT=8765${token === undefined ? '' : ' HAFT_TOKEN_FILE=%d/token'}
EnvironmentFile=${auth ? '' : '-'}/etc/${name}/env
${token === undefined ? '' : `LoadCredential=token:${token}\n`}Restart=on-failure
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

/** Text in which nothing is a specifier or goes on in the next line. */
function plain(text: string): string {
  return oneLine(text).replaceAll('%', '%%').replaceAll('\\', '/');
}
