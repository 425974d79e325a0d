/** Imported first by a server's entry: modules that print while they are loaded cannot disturb the protocol. */
import { guardStdout } from './server/stdout.ts';

guardStdout();
