/** A server of a few lines, bundled from the entry that the compiler prints in front of. */
import type { ServerDescriptor } from '../../../runtime/descriptor/descriptor.ts';
import { bundleAll } from './bundle.ts';
import { descriptorOf } from './descriptor.ts';

/** The file of a server named "small"; `run` is the source text of its handler. */
export function smallServer(more: Partial<ServerDescriptor> = {}, run = '() => ({})'): Promise<string> {
  // As text in a text: "__proto__" in an object literal would not be a member.
  const text = JSON.stringify(JSON.stringify(descriptorOf(more)));
  const banner = `const HAFT_SERVER = JSON.parse(${text}); const HAFT_HANDLERS = { run: ${run} };`;
  return bundleAll(banner);
}
