import type { Option } from '@vigia/contract';
import { detailMessages as words } from './messages.es.ts';
import { ruleTexts } from './reported-values.ts';

/** Shows the settlement rule and the tie rule of the broker of a trade. */
export const SettlementRules = ({ trade }: { readonly trade: Option }) => (
  <section>
    <h3 className="mb-1.5 text-12 font-medium text-fg-3">{words.rules}</h3>
    <ul className="grid gap-1.5 text-13 text-fg-2">
      {ruleTexts(trade).map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  </section>
);
