// The leads and companies of the demo, generated without randomness.
export type DemoCompany = {
  name: string;
  website: string;
  domain: string;
  linkedin_url: string;
  industry: string;
  size: string;
  location: string;
  description: string;
  employee_count: number;
  founded_year: number;
  is_approved: boolean | null;
};

export type DemoLead = {
  name: string;
  first_name: string;
  last_name: string;
  email: string | null;
  phone: string | null;
  company: string;
  title: string;
  location: string;
  headline: string;
  notes: string | null;
  audience: string | null;
  is_approved: boolean | null;
  linkedin_profile_url: string | null;
};

const firstNames = words(
  'Amelia,Jonas,Priya,Mateo,Ingrid,Kwame,Léa,Tobias,Noor,Callum,Sofía,Henrik,Aisling,Rafael,Zanele,Emre,Freya,Dmitri,Chiara,Oluwaseun,Hana,Björn,Camille,Tariq',
);
const lastNames = words(
  "Okafor,Lindqvist,Sharma,Fernández,O'Brien,Nakamura,Dubois,Kowalski,Haddad,MacLeod,Rossi,van den Berg,Nguyen,Müller,Costa,Adeyemi,Yılmaz,Petrov,Whitfield,Jørgensen,Mbeki,Castellanos,Novák,Sørensen,Weatherby",
);
/** Given and family name, and how they are spelled in an address. */
const otherNames = [
  ['美咲', '佐藤', 'misaki-sato'],
  ['Алексей', 'Смирнов', 'alexey-smirnov'],
  ['محمد', 'العلي', 'mohammed-al-ali'],
  ['Ελένη', 'Παπαδοπούλου', 'eleni-papadopoulou'],
  ['小明', '王', 'xiaoming-wang'],
  [
    'María de los Ángeles',
    'Rodríguez-Villavicencio y Fernández de Córdoba',
    'maria-de-los-angeles-rodriguez-villavicencio',
  ],
  ['नेहा', 'वर्मा', 'neha-verma'],
  ['지훈', '김', 'jihoon-kim'],
  ['נועה', 'לוי', 'noa-levi'],
  ['สมชาย', 'ใจดี', 'somchai-jaidee'],
  ['Þórdís', 'Guðmundsdóttir', 'thordis-gudmundsdottir'],
  ['Wolfeschlegelstein', 'Hausenbergerdorff-Montgomery', 'wolfeschlegelstein-hausenbergerdorff'],
] as const;

const titles: [audience: string, titles: string[]][] = [
  ['Founders & CEOs', words('Founder & CEO,Co-founder,Managing Director,Chief Executive Officer')],
  ['Revenue leaders', words('VP of Sales,Head of Sales,Chief Revenue Officer,Director of Business Development')],
  ['Marketing leaders', words('Chief Marketing Officer,Head of Growth,VP Marketing,Demand Generation Lead')],
  ['Operations', words('Chief Operating Officer,Head of Operations,Supply Chain Director,Operations Manager')],
  ['IT & security', words('Chief Technology Officer,Head of IT,Chief Information Security Officer,VP Engineering')],
];
const cities = words(
  'Rotterdam, Netherlands;London, United Kingdom;Berlin, Germany;Zürich, Switzerland;São Paulo, Brazil;Singapore;Austin, Texas;Kraków, Poland;Cape Town, South Africa;Toronto, Canada;Malmö, Sweden',
  ';',
);
const companyStems = words(
  'Acorn,Borealis,Cobalt,Dovetail,Ember,Fathom,Granite,Halcyon,Ironwood,Juniper,Keystone,Lumen,Meridian,Northstar,Orchard,Pinnacle,Quarry,Redwood,Solstice,Tidewater,Umbra,Vantage,Willow,Xylo,Yonder,Zephyr,Årstid,Étoile,Größe,Saffron',
);
const fields: [suffix: string, industry: string][] = [
  ['Robotics', 'Industrial automation'],
  ['Logistics', 'Transportation and logistics'],
  ['Health', 'Hospitals and health care'],
  ['Capital', 'Financial services'],
  ['Foods', 'Food and beverage'],
  ['Software', 'Software development'],
  ['Energy', 'Renewable energy'],
];
const sizes: [size: string, employees: number][] = [
  ['1-10', 7],
  ['11-50', 34],
  ['51-200', 120],
  ['201-500', 340],
  ['501-1000', 780],
  ['1001-5000', 2400],
];

/** The company with that number, 0 to 59; each has another name. */
export function demoCompany(number: number): DemoCompany {
  const stem = pick(companyStems, number);
  const [suffix, industry] = pick(fields, number + Math.floor(number / companyStems.length));
  const [size, employees] = pick(sizes, number * 5 + 1);
  const slug = `${slugOf(stem)}-${suffix.toLowerCase()}`;
  const domain = `${slug}.example`;
  return {
    name: `${stem} ${suffix}`,
    website: `https://www.${domain}`,
    domain,
    linkedin_url: `https://www.linkedin.com/company/${slug}`,
    industry,
    size,
    location: pick(cities, number * 3),
    description: `${stem} ${suffix} works in ${industry.toLowerCase()} for customers across ${pick(cities, number)}.`,
    employee_count: employees + number,
    founded_year: 1968 + ((number * 13) % 55),
    is_approved: approval(number),
  };
}

/** The lead with that number, 0 to 399, who works at one of the companies; each has another name and address. */
export function demoLead(number: number, { name: company, domain }: DemoCompany): DemoLead {
  const [first, last, slug] = leadName(number);
  const [audience, itsTitles] = pick(titles, Math.floor(number / 3));
  const title = pick(itsTitles, number);
  return {
    name: `${first} ${last}`,
    first_name: first,
    last_name: last,
    email: number % 7 === 3 ? null : `${slug.replaceAll('-', '.')}@${domain}`,
    phone: number % 4 === 1 ? `+44 20 7946 0${String(number).padStart(3, '0')}` : null,
    company,
    title,
    location: pick(cities, number),
    headline: `${title} at ${company}`,
    notes: number % 9 === 4 ? `Met at the spring fair.\nPrefers to be written to on Tuesdays.` : null,
    audience: number % 6 === 5 ? null : audience,
    is_approved: approval(number),
    linkedin_profile_url: number % 11 === 3 ? null : `https://www.linkedin.com/in/${slug}-${1000 + number}`,
  };
}

/** 24 and 25 have no common divisor, nor have 7 and 25, so that no pair comes twice within 600. */
function leadName(number: number): readonly [first: string, last: string, slug: string] {
  const other = number % 20 === 13 ? otherNames[Math.floor(number / 20)] : undefined;
  if (other) return other;
  const first = pick(firstNames, number);
  const last = pick(lastNames, number * 7);
  return [first, last, `${slugOf(first)}-${slugOf(last)}`];
}

/** Of ten: four approved, one rejected, five still to be looked at. */
function approval(number: number): boolean | null {
  const place = (number * 7) % 10;
  if (place < 4) return true;
  return place === 4 ? false : null;
}

function pick<T>(list: readonly T[], number: number): T {
  return list[number % list.length] as T;
}

function words(text: string, separator = ','): string[] {
  return text.split(separator);
}

const asciiForms: Record<string, string> = { ø: 'o', ß: 'ss', ı: 'i', å: 'a' };

function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[øßıå]/g, (character) => asciiForms[character] ?? character)
    .normalize('NFD')
    .replace(/[^a-z]/g, '');
}
