import { z } from 'zod';
import { Instant } from './common.ts';

/** Largest number of leaves that a request may name. */
const MOST_LEAVES = Number.MAX_SAFE_INTEGER;

const Leaves = z.int().min(0).max(MOST_LEAVES);

/** The last signed head of the evidence log. */
export const LogHeadView = z
  .object({
    /** Number of leaves. */
    size: Leaves,
    signed_at: Instant,
    /** First four bytes of the root hash, hexadecimal: short enough for a person to compare. */
    root_start: z.string(),
    /** The signed head: a C2SP tlog-checkpoint. */
    note: z.string(),
    /** The public key in the text form of C2SP signed-note. */
    key: z.string(),
  })
  .meta({
    examples: [
      {
        size: 20_852_163,
        signed_at: '2026-11-28T03:00:00.000Z',
        root_start: '0ac5186a',
        note: 'example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n',
        key: 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k',
      },
    ],
  });
export type LogHeadView = z.infer<typeof LogHeadView>;

/** Sizes of the earlier and the later head. */
export const LogConsistencyQuery = z.object({
  from: z.coerce.number().pipe(Leaves),
  to: z.coerce.number().pipe(Leaves),
});

/** The proof that a head continues an earlier one. `proof` is null if the log is shorter than the later head. */
export const LogConsistency = z.object({
  from: Leaves,
  to: Leaves,
  /** Hashes in base64, in the order of RFC 9162 §2.1.4. */
  proof: z.array(z.string()).nullable(),
});
