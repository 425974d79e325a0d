/** Ids, texts and places that the double knows; tests use them and nothing else. */

export const NOTEBOOK = '5d1b7c2e-0a94-4f3e-8c6d-2b7a90e1f354';
export const SHARED_NOTEBOOK = 'e7a4c9d0-63f2-4b18-9e55-1c8f02ab6d47';
export const SOURCE = '91c0f6ab-52de-4a07-b3f8-6d4e8c2a7015';
export const NEW_SOURCE = '0e5f3b9c-7d12-4c68-a0b4-95e6d1f8c237';
export const CONVERSATION = 'c3d9e5f1-7b20-4c86-a1e4-08f5b6d2c973';
export const TASK = '2f8e6d1c-94b7-4a30-8d5f-7c1e0b9a3624';

export const ACCOUNT = 'ada@example.org';
export const TITLE = 'Coral reefs';
export const QUESTION = '--What causes "bleaching"?\n$(date) {x}';
export const FOLLOW_UP = 'And since when?';
export const WEB_PAGE = 'https://example.org/reefs?page=1&lang=en';
export const TEXT = '- The water was clear.\nThe corals were not.';
export const TEXT_TITLE = '-- Field notes';
export const INSTRUCTIONS = '-v for children, without numbers';

/** Where the login is kept: no answer of a tool may show it. */
export const LOGIN_FILE = '/home/ada/.notebooklm/storage_state.json';
