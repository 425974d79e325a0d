/** All package formats, in the order in which they are made. */
import type { PackFormat } from '../format.ts';
import { containerFormat } from './container.ts';
import { geminiFormat } from './gemini.ts';
import { mcpbFormat } from './mcpb.ts';
import { npmFormat } from './npm.ts';
import { pluginFormat } from './plugin.ts';
import { serverJsonFormat } from './server-json.ts';
import { systemdFormat } from './systemd.ts';

export const FORMATS: readonly PackFormat[] = [
  pluginFormat,
  mcpbFormat,
  geminiFormat,
  npmFormat,
  serverJsonFormat,
  containerFormat,
  systemdFormat,
];
