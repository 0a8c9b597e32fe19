import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import {
  commitmentOf,
  formatHead,
  formatKey,
  formatLeaf,
  hashOfLeaf,
  type Leaf,
  RECORD_CSV_HEAD,
  RECORD_FORMAT,
  type RecordFile,
  RecordHash,
  recordCsvEnd,
  recordCsvLine,
  recordTextToSign,
  signNote,
  TreeFrontier,
  toBase64,
  toHex,
} from '@vigia/core/evidence-log';
import type { Json } from '@vigia/core/kernel';
import { afterEach, expect, it } from 'vitest';
import { mountPanel } from '#shared/test/mount-panel.tsx';
import { RecordPage } from './record-page.tsx';

afterEach(() => cleanup());

const seed = new Uint8Array(32).fill(7);
const key = { name: 'vigia.log/test', publicKey: ed25519.getPublicKey(seed) };
const signed = (text: string) => signNote(sha256, text, key, (message) => ed25519.sign(message, seed));
const SALT = Uint8Array.of(1);
const TERMS = { account: 'demo', currency: 'USD', created_ms: Date.UTC(2026, 10, 28) };

/** Returns the record of one order and its end, signed as an installation signs it. */
function recordOf(outcome: string): RecordFile {
  const facts: Json[] = [
    { trade_id: 'a', seq: 1, event: 'intent', payload: {}, terms: TERMS },
    {
      trade_id: 'a',
      seq: 2,
      event: 'settle',
      payload: { settlement: { outcome } },
      terms: TERMS,
      position: { payout_bp: 8_500 },
    },
    { trade_id: 'b', seq: 1, event: 'intent', payload: {}, terms: TERMS },
  ];
  const leaves = facts.map((fact, place): Leaf => {
    const commitment = commitmentOf(sha256, SALT, fact);
    return { kind: 'trade', tag: 'a'.repeat(32), tagSeq: place + 1, loggedMs: place, commitment };
  });
  const [first, second, third] = leaves.map((leaf) => hashOfLeaf(sha256, leaf));
  if (first === undefined || second === undefined || third === undefined) throw new Error('there are three leaves');
  const tree = new TreeFrontier(sha256);
  const pair = new TreeFrontier(sha256);
  for (const leaf of [first, second, third]) tree.push(leaf);
  for (const leaf of [first, second]) pair.push(leaf);
  const proofs = [[second, third], [first, third], [pair.root()]];
  const hash = new RecordHash(sha256);
  const entries = leaves.map((leaf, index) => {
    const proof = (proofs[index] ?? []).map(toBase64);
    const entry = { index, leaf: formatLeaf(leaf), salt: toHex(SALT), fact: facts[index] ?? null, proof };
    hash.push(entry);
    return entry;
  });
  const head = signed(formatHead({ origin: key.name, size: 3, root: tree.root() }));
  const signature = signed(recordTextToSign(hash.end(), 2));
  return { format: RECORD_FORMAT, key: formatKey(sha256, key), head, entries, waiting: 2, signature };
}

async function choose(text: string) {
  mountPanel(<RecordPage />);
  const input = await screen.findByLabelText('Archivo del historial');
  fireEvent.change(input, { target: { files: [new File([text], 'record.json')] } });
}

it('the record page shows all figures, the period, the kind of money and the gaps of an unchanged record', async () => {
  await choose(JSON.stringify(recordOf('won')));
  expect(await screen.findByText('El historial está íntegro')).toBeDefined();
  expect(screen.getByText('Demo del bróker, USD')).toBeDefined();
  expect(screen.getByText('100.0 % ganadas: 1 de 1')).toBeDefined();
  expect(screen.getByText('Intervalo del 95 %, mirado una vez: de 20.7 % a 100.0 %')).toBeDefined();
  expect(screen.getByText('Equilibrio con el pago que tuvieron: 54.1 %')).toBeDefined();
  expect(screen.getByText('Órdenes del 2026-11-28 al 2026-11-28')).toBeDefined();
  expect(screen.getByText('1 orden sin final: están en curso, o su final es posterior')).toBeDefined();
  expect(screen.getByText('2 hechos aún fuera de la cabeza, y por eso fuera del archivo')).toBeDefined();
  expect(screen.getByText(formatKey(sha256, key))).toBeDefined();
});

it('the record page shows no win rate for a changed record, and names the entry that was changed', async () => {
  const record = recordOf('lost');
  const [first, second, third] = record.entries;
  const won = { ...second, fact: { ...recordOf('won').entries[1] }.fact };
  await choose(JSON.stringify({ ...record, entries: [first, won, third] }));
  expect(await screen.findByText('Este historial fue cambiado')).toBeDefined();
  expect(screen.getByText('Hoja 1: el hecho no dice lo que se anotó.')).toBeDefined();
  expect(screen.queryByText(/ganadas/)).toBeNull();
});

it('the record page reports a damaged signature, and does not crash', async () => {
  const record = recordOf('won');
  await choose(
    JSON.stringify({ ...record, head: record.head.replace(/[A-Za-z0-9]{20}(?=[^\n]*\n$)/, 'A'.repeat(20)) }),
  );
  expect(await screen.findByText('Este historial fue cambiado')).toBeDefined();
  expect(screen.getByText('la cabeza no lleva la firma de esa clave.')).toBeDefined();
});

it('the record page checks a record as CSV, and refuses a record with a changed column', async () => {
  const { entries, ...about } = recordOf('won');
  const csv = `${RECORD_CSV_HEAD}${entries.map(recordCsvLine).join('')}${recordCsvEnd(about)}`;
  await choose(csv);
  expect(await screen.findByText('El historial está íntegro')).toBeDefined();
  expect(screen.getByText('100.0 % ganadas: 1 de 1')).toBeDefined();
  cleanup();
  await choose(csv.replace(',won,', ',lost,'));
  expect(await screen.findByText('Este historial fue cambiado')).toBeDefined();
  expect(screen.getByText('la firma del archivo no vale: se quitó, añadió o cambió algo.')).toBeDefined();
});

it('the record page refuses a file that is not a record', async () => {
  await choose('{}');
  expect(await screen.findByText(/^Ese archivo no es un historial de Vigía/)).toBeDefined();
});
