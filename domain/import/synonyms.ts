// Header texts of common exports, by target, best first. `headers.ts` compares them; accents do not count.
import type { CompanyTarget, LeadTarget } from './targets.ts';

/** English, comma-separated, in order of rank. */
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

/** English, comma-separated, in order of rank. */
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

/** Headers that may mean something else, so that they are only suggested: German `Ort` is also the place of an event or an address. */
export const possibleLeadHeaders: Partial<Record<LeadTarget, string>> = { location: 'ort' };

/** German, French, Spanish, Dutch, Italian and Portuguese; they rank after the English ones. */
export const otherLeadSynonyms: Record<LeadTarget, readonly string[]> = {
  name: [
    'vollständiger name, vor- und nachname, vorname nachname, ansprechpartner, ansprechpartnerin, kontaktperson, kontaktname, kontakt',
    'nom complet, prénom et nom, nom et prénom, prénom nom, nom prénom, nom du contact',
    'nombre completo, nombre y apellidos, nombre y apellido, nombre del contacto, contacto',
    'volledige naam, naam, naam contactpersoon, contactpersoon',
    'nome completo, nome e cognome, nominativo, nome del contatto, contatto',
    'nome e sobrenome, nome e apelido, nome do contato, nome do contacto, contato',
  ],
  firstName: [
    'vorname, rufname',
    'prénom',
    'nombre, primer nombre, nombre de pila',
    'voornaam, roepnaam',
    'nome',
    'primeiro nome, nome próprio',
  ],
  lastName: [
    'nachname, familienname, zuname',
    'nom de famille, nom',
    'apellidos, apellido, primer apellido',
    'achternaam, familienaam',
    'cognome',
    'sobrenome, apelido, último nome',
  ],
  email: [
    'geschäftliche e-mail, geschäftliche e-mail-adresse, e-mail-adresse, mailadresse',
    'e-mail professionnel, adresse e-mail professionnelle, adresse e-mail, adresse électronique, courriel',
    'correo electrónico del trabajo, correo corporativo, correo electrónico, dirección de correo electrónico, correo',
    'zakelijk e-mailadres, e-mailadres, mailadres',
    'e-mail aziendale, indirizzo e-mail, posta elettronica',
    'e-mail corporativo, e-mail profissional, endereço de e-mail, correio eletrônico, correio eletrónico',
  ],
  phone: [
    'mobiltelefon, mobilnummer, mobil, handynummer, handy, telefonnummer, telefon, rufnummer, telefon geschäftlich',
    'téléphone portable, téléphone mobile, portable, numéro de téléphone, téléphone, tél, téléphone professionnel',
    'teléfono móvil, móvil, celular, número de teléfono, teléfono, teléfono del trabajo',
    'mobiele telefoon, mobiel nummer, mobiel, gsm, telefoonnummer, telefoon',
    'telefono cellulare, cellulare, numero di cellulare, numero di telefono, telefono ufficio',
    'telemóvel, telefone celular, telefone, telefone comercial',
  ],
  title: [
    'jobtitel, berufsbezeichnung, stellenbezeichnung, positionsbezeichnung, funktion, rolle, beruf',
    'intitulé du poste, titre du poste, poste, fonction, profession, titre',
    'puesto de trabajo, puesto, cargo, función',
    'functietitel, functienaam, functie',
    'qualifica, ruolo, mansione, posizione',
    'cargo atual, função, posição',
  ],
  company: [
    'unternehmensname, name des unternehmens, firmenname, unternehmen, firma, arbeitgeber',
    'nom de l’entreprise, entreprise, nom de la société, société, raison sociale, employeur',
    'nombre de la empresa, empresa, razón social, compañía, organización, empleador',
    'bedrijfsnaam, naam bedrijf, bedrijf, organisatie, werkgever',
    'nome dell’azienda, nome azienda, azienda, ragione sociale, società, organizzazione, datore di lavoro',
    'nome da empresa, razão social, companhia, organização, empregador',
  ],
  location: [
    'standort, adresse, anschrift, stadt, wohnort, bundesland, land',
    'localisation, lieu, ville, pays',
    'ubicación, localización, dirección, ciudad, provincia, país',
    'locatie, adres, plaats, woonplaats, stad, provincie',
    'località, sede, indirizzo, città, regione, paese, nazione',
    'localização, endereço, morada, cidade, estado, região',
  ],
  headline: [
    'profilslogan',
    'titre du profil, titre de profil',
    'titular de linkedin, titular',
    'kopregel',
    'título do perfil',
  ],
  notes: [
    'notizen, notiz, anmerkungen, anmerkung, bemerkungen, bemerkung, kommentare, kommentar, beschreibung',
    'remarques, remarque, commentaires, commentaire, observations',
    'notas, nota, observaciones, comentarios, comentario, descripción',
    'notities, notitie, opmerkingen, opmerking, omschrijving, beschrijving',
    'osservazioni, commenti, commento, descrizione',
    'observações, observação, comentários, descrição',
  ],
  linkedin_profile_url: [
    'linkedin-profil, linkedin-profil-url, profillink',
    'profil linkedin, url du profil linkedin, url linkedin, lien linkedin, url du profil',
    'perfil de linkedin, perfil linkedin, enlace de linkedin, url del perfil',
    'linkedin-profiel, profiel-url',
    'profilo linkedin, link linkedin, url del profilo',
    'perfil do linkedin, link do linkedin, url do perfil',
  ],
  profile_picture_url: [
    'profilbild, profilfoto, foto, bild',
    'photo de profil, image de profil',
    'foto de perfil, imagen de perfil',
    'profielfoto',
    'foto del profilo, foto profilo, immagine del profilo',
    'foto do perfil, imagem do perfil',
  ],
};

/** German, French, Spanish, Dutch, Italian and Portuguese; they rank after the English ones. */
export const otherCompanySynonyms: Record<CompanyTarget, readonly string[]> = {
  name: [
    'unternehmensname, name des unternehmens, firmenname, unternehmen, firma',
    'nom de l’entreprise, entreprise, raison sociale, nom de la société, société, nom',
    'nombre de la empresa, empresa, razón social, compañía, nombre',
    'bedrijfsnaam, naam bedrijf, bedrijf, handelsnaam, organisatie, naam',
    'nome dell’azienda, nome azienda, azienda, ragione sociale, denominazione, società, nome',
    'nome da empresa, razão social, companhia',
  ],
  website: [
    'unternehmenswebsite, webseite, internetseite, webadresse, internetadresse',
    'site web, site internet, site',
    'sitio web, página web',
    'bedrijfswebsite, webadres, internetadres',
    'sito web, sito internet, sito aziendale, sito',
    'site da empresa',
  ],
  domain: [
    'unternehmensdomain, domäne',
    'domaine de l’entreprise, nom de domaine, domaine',
    'dominio de la empresa, nombre de dominio, dominio',
    'domeinnaam, domein',
    'dominio aziendale, nome di dominio',
    'nome de domínio',
  ],
  linkedin_url: [
    'linkedin-unternehmensseite, linkedin-seite, linkedin-profil',
    'page linkedin, url linkedin, profil linkedin',
    'página de linkedin, perfil de linkedin',
    'linkedin-bedrijfspagina, linkedin-pagina',
    'pagina linkedin, profilo linkedin',
    'página do linkedin, perfil do linkedin',
  ],
  industry: [
    'branche, wirtschaftszweig, industrie, sektor',
    'secteur d’activité, secteur',
    'sector de actividad, industria, rubro',
    'bedrijfstak',
    'settore di attività, settore',
    'ramo de atividade, setor, ramo',
  ],
  size: [
    'unternehmensgröße, firmengröße, größe',
    'taille de l’entreprise, taille',
    'tamaño de la empresa, tamaño',
    'bedrijfsgrootte, grootte, omvang',
    'dimensione aziendale, dimensioni, dimensione',
    'tamanho da empresa, tamanho, porte, dimensão',
  ],
  location: [
    'hauptsitz, unternehmenssitz, firmensitz, sitz, standort, adresse, anschrift, stadt, ort, bundesland, land',
    'siège social, siège, localisation, lieu, ville, pays',
    'sede central, sede, ubicación, localización, dirección, ciudad, provincia, país',
    'hoofdkantoor, vestigingsplaats, locatie, adres, plaats, stad, provincie',
    'sede legale, località, indirizzo, città, regione, paese, nazione',
    'localização, endereço, morada, cidade, estado, região',
  ],
  description: [
    'unternehmensbeschreibung, kurzbeschreibung, beschreibung, über uns',
    'présentation, résumé, à propos',
    'descripción, resumen',
    'omschrijving, beschrijving, samenvatting',
    'descrizione',
    'descrição, resumo, sobre',
  ],
  employee_count: [
    'anzahl der mitarbeiter, anzahl mitarbeiter, mitarbeiterzahl, mitarbeiteranzahl, mitarbeiter, beschäftigte',
    'nombre d’employés, nombre de salariés, effectifs, effectif, employés, salariés',
    'número de empleados, cantidad de empleados, empleados',
    'aantal medewerkers, aantal werknemers, medewerkers, werknemers',
    'numero di dipendenti, numero dipendenti, dipendenti, addetti',
    'número de funcionários, número de colaboradores, número de empregados, funcionários, colaboradores',
  ],
  founded_year: [
    'gründungsjahr, jahr der gründung, gegründet',
    'année de création, année de fondation, fondée en',
    'año de fundación, año de creación, fundada en, fundado en',
    'oprichtingsjaar, jaar van oprichting, opgericht',
    'anno di fondazione, anno di costituzione',
    'ano de fundação, fundada em, fundado em',
  ],
};
