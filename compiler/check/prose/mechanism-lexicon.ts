/** Phrases for how a tool works: queues, caches, threads, columns. A rule asks about them, because they may be its subject. Data. */
// Missed: everyday words for them ("keeps the answer for an hour"), and all in a tool whose own words are in `unless`.
import type { Inside } from './implementation-lexicon.ts';
import { CODE, MODELS, STORES, WEB } from './subject-words.ts';
import { regex } from '../../terms.ts';

export const MECHANISMS: readonly Inside[] = [
  {
    pattern: regex()`
      \b(?:
        Dijkstra|breadth-first|depth-first|binary search|k-means|PageRank|MapReduce|Bloom filter|quicksort|
        hash function|A\* search|linear scan|memo table|finite[- ]state machine|recursive descent|backtracking|
        idempotent(?:ly)?|thread-?safe|stateless(?:ly)?|non-?blocking|deserializ\w+
      )\b
    `,
    unless: `${CODE} algorithm graph sort math theorem cluster`,
    onlyDescriptions: true,
  },
  {
    pattern: regex('i')`
      \b(?:maps?|mapped|corresponds?|goes|passed|written|inserted|stored|bound|forwarded|serialized|sent) (?:
        to|into|in|as|with|through to
      ) (?:the |a |an |its )?[\`"']?[\w.-]+[\`"']? (?:
        column|table|HTTP header|request header|query (?:string|param\w*)|request body|DB field|bind variable|
        positional argument|keyword argument|claim
      )\b
    `,
    unless: `${WEB} column sheet spreadsheet csv table claim insurance board`,
  },
  {
    pattern: regex()`
      \b(?:returns?|yields?|resolves? (?:to|with)|outputs?|gives?(?: back)?|responds with|emits?)\s+
      (?:an?\s+|the\s+)?(?:\w+\s+)?(?:
        list of (?:dicts?|tuples?|objects)|array of objects|dicts?|dictionar(?:y|ies)|tuples?|DataFrames?|
        promises?|hash ?maps?|structs?|pointers?|NULL|null|undefined|None|nil|NaN|void|instances?|iterators?|
        generators?|cursors?|result ?sets?|POJOs?|enums?
      )\b(?! (?:of the|and the|hypothesis|and void))
    `,
    unless: `${CODE} dictionary word dataframe enum instance cursor`,
    onlyDescriptions: true,
  },
  {
    pattern: regex()`
      \b(?:
        data ?frames?|exponential back-?off|in parallel threads|multi-?threaded|ORM|DAO|DTO|CRUD|getters?|
        setters?|helper (?:function|method|class)|utility (?:function|class|method)|boilerplate|stored function|
        materialized views?|table scan|(?:LEFT|RIGHT|INNER|OUTER) JOIN|bind variables?|prepared statements?|
        TCP (?:socket|connection)|UDP|loopback|localhost|daemon|systemd|stdin|stdout|stderr|garbage collect\w+|
        heap|call stack|byte ?arrays?|base64(?:-encoded)? (?:string|blob)|returns? (?:it as |a )?base64|
        multipart(?:\/form-data)?|query strings?|query parameters?|path parameters?|request parameters?|
        HTTP headers?|CORS|user agent|idempotency keys?|ETags?|If-Match|webhook handlers?|load balancer|
        reverse proxy|API gateway|message bus|event sourcing|CQRS|saga|feature toggle|config(?:uration)? map|
        env(?:ironment)? vars?
      )\b
    `,
    unless: `${CODE} ${WEB} ${STORES} env terminal shell process service server cors header encode decode dataframe web traffic upload stdin`,
    onlyDescriptions: true,
  },
  {
    pattern: regex('i')`
      \b(?:OAuth|API)(?: ?2(?:\.0)?)? scopes?\b|
      \b(?:needs|requires?|required|with|using) (?:the |an? )?\`?[a-z_]+[.:]
      (?:read|write|manage|admin|all|full|edit|delete|view)\w*\`? (?:OAuth )?(?:scope|permission)\b
    `,
    unless: 'auth oauth scope permission token consent',
    onlyDescriptions: true,
  },
  {
    pattern: regex()`
      \b(?:sets?|updat(?:es?|ing)|writ(?:es?|ing)|clears?|flips?|toggles?|increments?|bumps?|stamps?|marks?) (?:
        the |its |a )?\`?[\w.]+\`? (?:column|bit|foreign key|DB field|database field)\b|
      \b(?:column|attribute|property|field|flag) to [\`"']?(?:\d+|true|false|null|NULL|[A-Z_]{3,})\b
    `,
    unless: `${CODE} column sheet spreadsheet csv board kanban table card field property flag`,
    onlyDescriptions: true,
  },
  {
    pattern: regex('i')`
      \b(?:cloud|object|blob|GCS|R2) (?:storage|buckets?|containers?)\b|
      \b(?:storage|upload|archive) buckets?\b|
      \b(?:
        stor(?:es?|ed|ing)|puts?|upload(?:s|ed|ing)?|sav(?:es?|ed|ing)|writ(?:es?|ten|ing)|copies|copied|drops?|
        read(?:s|ing)?|load(?:s|ed|ing)?|fetch\w*|pull(?:s|ed)?|lives?|kept|keeps
      )\b[^.]{0,40}\b(?:in|into|from|to|on|onto) (?:the|a|an|our) (?:\w+ ){0,2}
      (?:bucket|blob|shard|keyspace|FIFO)\b
    `,
    unless: `${STORES} water sand ice paint garden money budget saving`,
    onlyDescriptions: true,
  },
  {
    pattern: regex('i')`
      \b(?:polls?|polling) (?:the|an?|every|until|our)\b|
      \b(?:hits?|pings?|queries|contacts|talks to|connects to|calls(?: out to)?) (?:the |our |an? )?
      (?:\w+[- ]){0,3}?(?:
        back-?end|servers?|daemon|database|DB|webservice|web service|microservice|servlet|controller|gateway|
        cluster|service layer|worker
      )\b
    `,
    unless: `${CODE} ${WEB} ${STORES} server poll vote survey game minecraft discord network host machine ping`,
    onlyDescriptions: true,
  },
  {
    pattern: regex()`
      \b(?:
        implemented|written|coded|built|powered|backed|driven|served|handled|provided|done|performed|computed|
        calculated|rendered|executed|run|runs
      ) (?:in|by|with|on|on top of|as|from|through|via) (?:an? |the |our )?(?:\w+[- ]){0,2}?(?:
        Python|Java|JavaScript|TypeScript|Rust|Go|Ruby|PHP|C\+\+|Scala|Kotlin|Perl|Node|SQL|script|scripts|
        function|subroutine|module|library|package|class|daemon|binary|thread|lambda|worker|microservice|
        back-?end|stored procedure|trigger|macro|workflow engine|state machine|regex|API|SDK|transformer|
        neural network|language model|LLM|machine learning model|classifier|decision tree|random forest
      )\b
    `,
    unless: `${CODE} ${MODELS} model classifier language`,
    onlyDescriptions: true,
  },
  {
    pattern: regex('i')`
      \b(?:message|job|task|event|work|processing|background|dead[- ]letter|priority|FIFO)[- ]queues?\b|
      \b(?:publish\w*|enqueu\w*|dispatch\w*|push\w*|produc\w*|emit\w*)\b[^.]{0,40}\b
      (?:queue|event bus|message bus|broker|(?:kafka|event|message) (?:stream|topic))\b|
      \b(?:onto|on|via|through|into) (?:a|the) (?:\w+[- ])?(?:queue|event bus|message bus|broker)\b|
      \bmessage broker\b|
      \b(?:emits?|emitting|fires?|firing|dispatch(?:es|ing)?|triggers?|triggering|raises?|publish(?:es|ing)?) (?:
        an? |the )?(?:[\`"']?[\w.:-]+[\`"']? )?(?:event|webhook|callback|hook|signal)s?\b
    `,
    unless: 'queue broker topic event webhook hook playlist song music player print bus alarm',
  },
  {
    pattern: regex('i')`
      \b(?:
        cron(?:\s*jobs?)?|
        background (?:jobs?|tasks?|workers?|threads?|processes|process)|
        worker (?:threads?|pool|processes|process)|child process|sub-?process|shells? out|
        spawn(?:s|ing) (?:a|an|the)\b|thread pool|async(?:hronous)? (?:job|task|worker)|event loop|
        serverless functions?|edge functions?
      )\b
    `,
    unless: `${CODE} cron worker job process thread scheduler`,
  },
  {
    pattern: /\b(?:cached?|caches|caching|memoiz\w+|in[- ]memory|in the cache|hash ?maps?|lookup tables?|TTL)\b/i,
    unless: `${STORES} cache cdn memory dns geocache browser`,
  },
  {
    pattern: regex('i')`
      \b(?:
        embeddings?|cosine similarity|vector (?:store|index|search|database|db)|nearest[- ]neighbou?rs?|BM25|
        TF-IDF|inverted index|full-text index|tokeniz\w+|fuzzy matching algorithm|Levenshtein
      )\b
    `,
    unless: `${MODELS} similarity search_engine linguistics nlp`,
  },
  {
    pattern: regex('i')`
      \b(?:
        internally|behind the scenes|implementation|(?:is|are|was) implemented|implemented (?:in|by|with|as|on)|
        hard-?coded|thin wrapper|wraps (?:the|a|an)|wrapper (?:for|around|over)|delegates to|
        forwards? (?:it |this |them |the \w+ )?to the|prox(?:y|ies) (?:to|for|the)|
        calls? (?:out )?to (?:the )?\w+ (?:service|module|server|backend)|
        (?:by|via|through|with) (?:a call to )?the \w+ (?:micro)?service\b|
        monolith|middleware|data ?layer|service layer|repository layer|business logic|singleton|
        dependency injection|feature flags?|environment variables?
      )\b
    `,
    unless: `${CODE} proxy environment config configuration flag setting service customer postal delivery`,
    onlyDescriptions: true,
  },
  {
    pattern: regex('i')`
      \b(?:insert\w*|updat\w*|delet\w*|writ\w*|append\w*|add\w*|read\w*|select\w*)\b[^.]{0,30}
      \b(?:rows?|tables|columns)\b|
      \b(?:foreign|primary|partition|composite) keys?\b|
      \bsoft[- ]delet\w+|
      \b(?:database|DB) (?:transactions?|locks?|connection|index|record|entry|view)|
      \b(?:in|into|from|to|of|against) (?:the|our|a|its) (?:\w+ )?(?:
        database|db|datastore|data store|data warehouse|key[- ]value store|document store|object store|
        message store
      )\b|
      \bdata ?stores?\b
    `,
    unless: `${STORES} seat theater garden furniture restaurant csv excel game record dataset grid document`,
  },
  {
    pattern: /\b\w+ ?(?:==?|:=) ?(?:\d+|true|false|null|NULL|'[^']*'|"[^"]*")(?=[\s.,;)]|$)/,
    unless: `${CODE} formula equation math expression filter query`,
    onlyDescriptions: true,
  },
  {
    pattern: regex('i')`
      \b(?:
        JWTs?|bearer tokens?|OAuth ?2?(?:\.0)? (?:flow|token)s?|session (?:cookie|token|id)s?|CSRF|mutex|
        semaphore|advisory lock|lock on
      )\b
    `,
    unless: 'auth login token oauth identity security session cookie jwt credential lock door key',
  },
  {
    pattern: regex('i')`
      \bpars(?:es?|ing|ed)\s+(?:the\s+)?(?:raw\s+)?(?:HTML|XML|JSON|DOM|AST|YAML|protobuf)\b|
      \b(?:
        scrap(?:es|ing)|headless browser|DOM (?:tree|nodes?|elements?)|regex(?:es)?\b|
        regular expressions? (?:to|on|over)|serializ\w+|deserializ\w+|marshal\w*
      )\b
    `,
    unless: `${CODE} html xml json dom yaml regex pattern regular expression match scrape crawl browser web page grep search text replace`,
    onlyDescriptions: true,
  },
];
