// Header texts of common exports, by target, best first. `headers.ts` compares them.
import type { CompanyTarget, LeadTarget } from './targets.ts';

/** Comma-separated, in order of rank. */
export const leadSynonyms: Record<LeadTarget, string> = {
  name: 'full name, name, lead name, contact name, person name, prospect name, display name, contact full name, contact, person, lead, prospect',
  firstName: 'first name, firstname, given name, forename, contact first name, lead first name, first',
  lastName: 'last name, lastname, surname, family name, contact last name, lead last name, last',
  email:
    'work email, business email, email address, email, e-mail, primary email, contact email, person email, direct email, email work, email 1, e-mail 1 value, private email, personal email, email home, email other, mail',
  phone:
    'mobile phone, mobile, mobile number, mobile phone number, direct phone, direct phone number, work direct phone, contact mobile phone, phone, phone number, telephone, tel, primary phone, contact phone, contact phone 1, phone 1, phone mobile, phone work, phone 1 value, business phone, work phone, corporate phone, home phone, other phone',
  title:
    'job title, current job title, current title, current job, position, organization title, organization 1 title, designation, occupation, role, job, title',
  company:
    'company name, company, current company, organization name, organization 1 name, organization, organisation, employer, account name, account, company account, company table data, associated company',
  location:
    'location, person location, contact location, metro area, geo, address, city, person city, contact city, mailing city, business city, state, region, state region, state province, person state, contact state, mailing state province, business state, country, country region, contact country, mailing country, business country region',
  headline: 'linkedin headline, profile headline, headline, tagline, summary line',
  notes: 'notes, note, my notes, comments, comment, remarks, description',
  linkedin_profile_url:
    'default profile url, linkedin profile url, linkedin url public, person linkedin url, contact linkedin url, contact li profile url, contact li, linkedin contact profile url, linkedin page, linkedin profile, linkedin url, linkedin link, linkedin, li url, profile url, profile, url',
  profile_picture_url:
    'profile picture url, profile picture, profile image url, photo url, picture url, avatar url, image url, img url, photo, picture, avatar, image',
};

/** Comma-separated, in order of rank. */
export const companySynonyms: Record<CompanyTarget, string> = {
  name: 'company name, company, organization name, organization, organisation, account name, account, business name, name',
  website:
    'company website url, company website, website url, website, web site, homepage, homepage url, company url, web, url',
  domain:
    'company domain name, company domain, company website domain, website domain, domain name, domain, email domain',
  linkedin_url:
    'company linkedin url, company linkedin page, linkedin company url, linkedin company profile url, linkedin company page, company li profile url, company linkedin, linkedin page, linkedin url, linkedin, company linkedin url unique id',
  industry: 'industry, industries, company industry, company main industry, primary industry, sector, vertical',
  size: 'company size, size, size range, employee range, employees range, company employee range, company staff count range, headcount range, number of employees range',
  location:
    'company headquarters, headquarters location, headquarters, hq, company location, location, address, city, company city, billing city, state, region, state region, state province, company state, billing state province, country, country region, company country, billing country',
  description:
    'company description, description, short description, full description, about, summary, overview, company overview',
  employee_count:
    'number of employees, company employee exact count, company number of employees, company staff count, employee count, employees count, # employees, no of employees, employees, headcount, staff count',
  founded_year:
    'founded year, year founded, company year founded, founded, founded date, company founded date, founded on, established, year established',
};
