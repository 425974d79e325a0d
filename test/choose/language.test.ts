/** The language of a request, by its words of grammar and its script: what the offline reader cannot read, it does not judge. */
import { expect, test } from 'vitest';
import { languageOf } from '../../compiler/features/evals/offline/language.ts';

const REQUESTS: Readonly<Record<string, readonly string[]>> = {
  English: [
    'open issues',
    'how warm is it in the attic',
    'remind me no later than noon',
    'when did he die in Oslo',
    'table for two at La Boca in Buenos Aires',
    'weather in Los Angeles',
    'is the war museum open',
    'con artists of Rome',
    'translate "der Hund" for me please',
    'todo',
    'DE-4711',
    '',
    '12:30',
    'put a pan on my list of things to buy for Sunday',
    'what did Jean de la Fontaine write',
  ],
  German: [
    'wie warm ist es auf dem Dachboden',
    'zeig mir die offenen Aufgaben von heute',
    'was gibt es morgen zu tun',
    'ich möchte einen Termin mit dem Arzt',
    'wann fährt der nächste Zug nach Bern',
  ],
  French: [
    'quelle est la température dans le grenier',
    'montre-moi les tâches que je dois faire',
    "qu'est-ce que j'ai pour demain",
    'trouve un train pour Lyon avec une place',
  ],
  Spanish: [
    'qué tiempo hace en la casa',
    'muéstrame las tareas que tengo para hoy',
    'busca un tren para Madrid con el perro',
  ],
  Italian: ['che tempo fa nella soffitta', 'quali sono i compiti di oggi', 'cerca un treno per Milano con il cane'],
  Portuguese: [
    'qual é a temperatura do sótão',
    'mostra as minhas tarefas para hoje',
    'quando o trem sai para a cidade do Porto',
  ],
  Dutch: [
    'hoe warm is het op de zolder',
    'laat me de open taken van vandaag zien',
    'wanneer gaat de trein naar Utrecht',
  ],
  'Chinese or Japanese': ['东京现在几点', '東京は今何時ですか', '今日のタスクを見せて'],
  'a Cyrillic script': ['который час в Осло'],
  Korean: ['서울은 지금 몇 시예요'],
  Greek: ['τι ώρα είναι στο Όσλο'],
};

test.each(Object.entries(REQUESTS).flatMap(([language, requests]) => requests.map((one) => [one, language] as const)))(
  '%j is in %s',
  (request, language) => {
    expect(languageOf(request)).toBe(language);
  },
);
