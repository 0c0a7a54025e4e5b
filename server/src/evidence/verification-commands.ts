// How to verify record and files without this instance, by openssl, pdfsig and Node.

const SORT =
  'const s=v=>Array.isArray(v)?v.map(s):v&&typeof v=="object"' +
  '?Object.fromEntries(Object.keys(v).sort().map(k=>[k,s(v[k])])):v;';
const READ = 'const fs=require("fs"),{record,seal}=JSON.parse(fs.readFileSync("EVIDENCE.json","utf8"));';

/** Writes the record as it was hashed, and the token over it, each into a file. */
const TAKE_APART =
  'fs.writeFileSync("record.json",JSON.stringify(s(record)));' +
  'fs.writeFileSync("record.tst",Buffer.from(seal.token,"base64"));';

/** Recomputes the chain of hashes up to its head. */
const FOLLOW_TRAIL =
  'let h=Buffer.alloc(0);for(const{actor,detail,name,time,sequence,version,snapshotSha256,hash}of record.events){' +
  'const covered=version>1?{snapshotSha256}:{};' +
  'const link=s({actor,detail,name,occurredAt:time,sequence,workflowId:record.workflow.id,...covered});' +
  'h=require("crypto").createHash("sha256").update(h).update(JSON.stringify(link)).digest();' +
  'if(h.toString("hex")!==hash)throw new Error("The trail does not hold at event "+sequence)}' +
  'if(h.toString("hex")!==record.chain.head)throw new Error("The head is another one");' +
  'console.log("The trail holds: "+record.events.length+" events");';

/** What each step shows, and how. */
export function verificationCommands(baseUrl: string): { what: string; command: string }[] {
  const base = baseUrl.replace(/\/$/, '');
  return [
    { what: 'Each file is the one named here', command: 'sha256sum FILE.pdf' },
    {
      what: 'The root certificate, whose hash is trustAnchorSha256',
      command: `curl -s ${base}/authority/ca.cer -o root.cer && sha256sum root.cer`,
    },
    { what: 'The signatures in a sealed file', command: 'pdfsig FILE.pdf' },
    {
      what: 'This record is as it was sealed',
      command:
        `node -e '${READ}${SORT}${TAKE_APART}' && openssl x509 -inform der -in root.cer -out root.pem && ` +
        'openssl ts -verify -data record.json -in record.tst -token_in -CAfile root.pem',
    },
    { what: 'The whole trail holds, up to its head', command: `node -e '${READ}${SORT}${FOLLOW_TRAIL}'` },
  ];
}
