/** Examines one host, before and after its servers are started. */
import { isBlocked } from '../../doctor/diagnose.ts';
import type { ObservedHost, ObservedServer } from '../../doctor/observed.ts';
import { redactFor } from './secrets.ts';
import { start } from './start.ts';
import type { StartLimits } from './start.ts';
import { reach, reachSse } from './reach.ts';

/** Servers one after the other: a machine with many hosts is not flooded. */
export async function examine(observed: ObservedHost, manner: Omit<StartLimits, 'redact'>): Promise<ObservedHost> {
  const blocked = isBlocked(observed);
  const files = [];
  for (const file of observed.files) {
    const servers: ObservedServer[] = [];
    for (const server of file.servers)
      servers.push(blocked(file.file, server.name) ? server : await tried(server, manner));
    files.push({ ...file, servers });
  }
  return { ...observed, files };
}

async function tried(server: ObservedServer, manner: Omit<StartLimits, 'redact'>): Promise<ObservedServer> {
  const { form, launch } = server;
  if (form.kind === 'address')
    return { ...server, started: await (form.isSse ? reachSse : reach)(form, manner.patience) };
  return launch ? { ...server, ...(await start(launch, { ...manner, redact: redactFor(server) })) } : server;
}
