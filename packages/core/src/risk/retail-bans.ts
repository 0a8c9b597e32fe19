/**
 * A ban on selling binary options to retail clients: the authority, its published source, and the ISO date of its
 * start.
 */
export type RetailBan = { readonly authority: string; readonly source: string; readonly since: string };

/**
 * The European Union's ban was in force from 2 July 2018 to 1 July 2019. Since then each member state has its own
 * measure. Spain's measure is listed separately. The other states are listed with the decision of the Union, which
 * their measures continue.
 */
const ESMA: RetailBan = {
  authority: 'ESMA y la autoridad nacional',
  source: 'Decisión (UE) 2018/795 de la ESMA, continuada por medidas nacionales desde julio de 2019',
  since: '2018-07-02',
};

const ESMA_COUNTRIES = [
  'AT',
  'BE',
  'BG',
  'CY',
  'CZ',
  'DE',
  'DK',
  'EE',
  'FI',
  'FR',
  'GR',
  'HR',
  'HU',
  'IE',
  'IT',
  'LI',
  'LT',
  'LU',
  'LV',
  'MT',
  'NL',
  'PL',
  'PT',
  'RO',
  'SE',
  'SI',
  'SK',
  // These parts of Finland and France have a country code of their own. The law of the Union applies there too.
  'AX',
  'GF',
  'GP',
  'MF',
  'MQ',
  'RE',
  'YT',
];

/**
 * Bans by ISO 3166-1 alpha-2 code. The United States are deliberately absent: such options are legal there on regulated
 * exchanges. An absent country has no known ban; the sale may still be forbidden there.
 */
const RETAIL_BANS: ReadonlyMap<string, RetailBan> = new Map([
  ...ESMA_COUNTRIES.map((country) => [country, ESMA] as const),
  ['ES', { authority: 'CNMV', source: 'Resolución de la CNMV de 27 de junio de 2019', since: '2019-07-02' }],
  ['GB', { authority: 'FCA', source: 'FCA Policy Statement PS19/11', since: '2019-04-02' }],
  // These countries are not members of the European Union, but their authorities follow its decision with their own
  // measures.
  ['IS', { authority: 'FME', source: 'Interpretación de la FME de 5 de julio de 2018', since: '2018-07-05' }],
  [
    'NO',
    {
      authority: 'Finanstilsynet',
      source: 'Medida de Finanstilsynet, al tiempo de la Decisión (UE) 2018/795 de la ESMA',
      since: '2018-07-02',
    },
  ],
  [
    'AU',
    {
      authority: 'ASIC',
      source: 'ASIC Corporations (Product Intervention Order—Binary Options) Instrument 2021/240',
      since: '2021-05-03',
    },
  ],
  ['CA', { authority: 'CSA', source: 'Multilateral Instrument 91-102', since: '2017-12-12' }],
  // The date is the day of the vote in parliament. The authority had stopped domestic sales earlier.
  ['IL', { authority: 'ISA', source: 'Enmienda 66 de la Ley de Valores, aprobada por la Knéset', since: '2017-10-23' }],
]);

/**
 * Returns the ban of a country, or null if none is known.
 * @param country ISO 3166-1 alpha-2 code in upper case
 */
export const retailBan = (country: string): RetailBan | null => RETAIL_BANS.get(country) ?? null;
