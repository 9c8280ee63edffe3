// Makes companies, and leads who work for them.
import { type Audience, researchNotes } from './audiences.ts';
import type { Draws } from './draws.ts';
import { type Region, regions, slugOf } from './regions.ts';
import type { Reviewed } from './reviews.ts';

export type Company = {
  name: string;
  website: string | null;
  domain: string | null;
  linkedin_url: string | null;
  industry: string | null;
  size: string | null;
  location: string | null;
  description: string | null;
  employee_count: number | null;
  founded_year: number | null;
};

export type Lead = {
  name: string;
  first_name: string;
  last_name: string;
  email: string | null;
  phone: string | null;
  company: string;
  title: string;
  location: string;
  headline: string | null;
  notes: string | null;
  linkedin_profile_url: string | null;
};

/** A company, what its leads need to know about it, and whether the customer wants companies of its size. */
export type Employer = {
  facts: Company;
  /** The stored company; null before it is imported. */
  row: Reviewed | null;
  audience: Audience;
  region: Region;
  fit: 'fitting' | 'too small' | 'too large';
  /** How many of the audience's titles are taken, beginning with any. */
  titlesTaken: number;
};

/** Makes employers and leads of which no two have the same name or address. */
export function employeesOf(draws: Draws) {
  const taken = new Set<string>();
  const isFree = (text: string) => !taken.has(text) && taken.add(text).size > 0;

  function nameCompany({ stems, legalForm }: Region, suffix: string): { name: string; slug: string } {
    for (;;) {
      const stem = draws.pick(stems);
      const isWhole = /[^\0-\u024f]/.test(stem.text); // names in other scripts are complete
      const name = isWhole ? stem.text : `${stem.text} ${suffix}`;
      if (!isFree(name)) continue;
      const slug = isWhole ? stem.slug : `${stem.slug}-${slugOf(suffix)}`;
      return { name: isWhole || !legalForm || !draws.chance(0.25) ? name : `${name} ${legalForm}`, slug };
    }
  }

  function makeEmployer(audience: Audience, place: number): Employer {
    const region: Region = regions[audience.regions[place % audience.regions.length] ?? 'britain'];
    const sector = draws.pick(audience.sectors);
    const { name, slug } = nameCompany(region, sector.suffix);
    const count = draws.size(...audience.headcount);
    const [least, most] = audience.fitting;
    const location = draws.pick(region.cities);
    const founded = 1962 + draws.below(60);
    return {
      audience,
      region,
      fit: count < least ? 'too small' : count > most ? 'too large' : 'fitting',
      row: null,
      titlesTaken: draws.below(audience.titles.length),
      facts: {
        name,
        website: `https://www.${slug}.example`,
        domain: `${slug}.example`,
        linkedin_url: `https://www.linkedin.com/company/${slug}-example`,
        industry: sector.industry,
        size: bandOf(count),
        location,
        description: `${name} ${sector.business}. Founded in ${founded}, based in ${location.split(',')[0]}.`,
        employee_count: count,
        founded_year: founded,
      },
    };
  }

  function nameLead({ given, family, isFamilyFirst }: Region) {
    for (;;) {
      const [first, last] = [draws.pick(given), draws.pick(family)];
      const name = isFamilyFirst ? `${last.text} ${first.text}` : `${first.text} ${last.text}`;
      if (isFree(name)) return { name, first, last };
    }
  }

  function makeLead(employer: Employer): Lead {
    const { facts, audience, region } = employer;
    const { name, first, last } = nameLead(region);
    const title = audience.titles[employer.titlesTaken++ % audience.titles.length] ?? '';
    const domain = facts.website?.replace('https://www.', '');
    const email = [`${first.slug}@${domain}`, `${first.slug}.${last.slug}@${domain}`].find(isFree);
    return {
      name,
      first_name: first.text,
      last_name: last.text,
      email: email && draws.chance(0.88) ? email : null,
      phone: region.phone && draws.chance(0.45) ? region.phone.replace(/#/g, () => String(draws.below(10))) : null,
      company: facts.name,
      title,
      location: draws.chance(0.85) ? (facts.location ?? '') : draws.pick(region.cities),
      headline: draws.chance(0.15)
        ? null
        : draws.chance(0.5)
          ? `${title} at ${facts.name}`
          : `${title} | ${draws.pick(audience.topics)}`,
      notes: draws.chance(0.09) ? draws.pick(researchNotes) : null,
      linkedin_profile_url: draws.chance(0.92)
        ? `https://www.linkedin.com/in/${first.slug}-${last.slug}-example-${1000 + taken.size}`
        : null,
    };
  }

  return { makeEmployer, makeLead };
}

const bands: [most: number, band: string][] = [
  [10, '1-10'],
  [50, '11-50'],
  [200, '51-200'],
  [500, '201-500'],
  [1000, '501-1000'],
  [5000, '1001-5000'],
];

function bandOf(employees: number): string {
  return bands.find(([most]) => employees <= most)?.[1] ?? '5001-10000';
}
