/** The signals that end a program, in one list: what stops at one of them and not at another leaves programs running. */
export const ENDING_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
