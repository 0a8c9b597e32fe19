/** A ban on selling binary options to retail clients: the authority, its published source and the ISO start date. */
export type RetailBan = { readonly authority: string; readonly source: string; readonly since: string };

/**
 * The Union's ban ran from 2 July 2018 to 1 July 2019. Since then each member state has a measure of its own. Spain's
 * is listed separately; the other states are listed by the decision that they continue.
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
  // Parts of Finland and France with a code of their own where the Union's law holds as well.
  'AX',
  'GF',
  'GP',
  'MF',
  'MQ',
  'RE',
  'YT',
];

/**
 * Bans by ISO 3166-1 alpha-2 code. The United States are left out on purpose: such options are legal there on
 * regulated exchanges. For a country that is missing here the product knows no ban, which does not mean permission.
 */
const RETAIL_BANS: ReadonlyMap<string, RetailBan> = new Map([
  ...ESMA_COUNTRIES.map((country) => [country, ESMA] as const),
  ['ES', { authority: 'CNMV', source: 'Resolución de la CNMV de 27 de junio de 2019', since: '2019-07-02' }],
  ['GB', { authority: 'FCA', source: 'FCA Policy Statement PS19/11', since: '2019-04-02' }],
  // Not members of the Union: their authorities follow its decision by measures of their own.
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
  // The day of the vote; the domestic sale had been stopped by the authority before.
  ['IL', { authority: 'ISA', source: 'Enmienda 66 de la Ley de Valores, aprobada por la Knéset', since: '2017-10-23' }],
]);

/** The ban of a country, null if none is known. @param country ISO 3166-1 alpha-2, upper case */
export const retailBan = (country: string): RetailBan | null => RETAIL_BANS.get(country) ?? null;
