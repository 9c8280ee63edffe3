// Cities, names and companies by region, so that a lead's name, company and location fit together.

/** A word and its form in addresses. */
export type Word = { text: string; slug: string };

export type Region = {
  cities: string[];
  given: Word[];
  family: Word[];
  /** First words of company names. */
  stems: Word[];
  /** Appended to some company names. */
  legalForm: string;
  /** Numbers that are reserved for fiction; each # is a digit. */
  phone: string | null;
  /** Whether the family name comes first. */
  isFamilyFirst: boolean;
};

type Lists = { cities: string; given: string; family: string; stems: string; legalForm?: string; phone?: string };

function region({ cities, given, family, stems, legalForm = '', phone }: Lists, isFamilyFirst = false): Region {
  return {
    cities: cities.split(';'),
    given: words(given),
    family: words(family),
    stems: words(stems),
    legalForm,
    phone: phone ?? null,
    isFamilyFirst,
  };
}

/** Reads `Zoë,Ελένη|eleni`; a word without one is its own slug, without accents. */
function words(list: string): Word[] {
  return list.split(',').map((entry) => {
    const [text = '', slug] = entry.split('|');
    return { text, slug: slug ?? slugOf(text) };
  });
}

const asciiForms: Record<string, string> = {
  ø: 'o',
  æ: 'ae',
  å: 'a',
  ß: 'ss',
  ı: 'i',
  ł: 'l',
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
};

export function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[øæåßıłäöü]/g, (character) => asciiForms[character] ?? character)
    .normalize('NFD')
    .replace(/[^a-z]/g, '');
}

export const regions = {
  britain: region({
    cities: 'London, United Kingdom;Manchester, United Kingdom;Edinburgh, United Kingdom;Bristol, United Kingdom',
    given: 'Amelia,Callum,Priya,Oliver,Freya,Imogen,Rhys,Harriet,Kwame,Aisha,Owen,Beatrice,Declan,Zara,Rupert,Niamh',
    family:
      "Whitfield,MacLeod,O'Brien,Hargreaves,Okafor,Sharma,Pemberton,Ellis,Gallagher,Weatherby,Thorne,Abernathy,Kaur,Lockwood,Fairchild,Osei",
    stems:
      'Ashcombe,Thornbury,Acorn,Kestner,Wexcombe,Harrowgate,Penhallow,Tidewell,Larkhill,Fernleigh,Millbrook,Saltmarsh',
    legalForm: 'Ltd',
    phone: '+44 7700 900###',
  }),
  america: region({
    cities: 'Austin, Texas;Chicago, Illinois;Denver, Colorado;Boston, Massachusetts;Toronto, Canada',
    given:
      'Madison,Tyler,Jasmine,Marcus,Lauren,Diego,Hannah,Brandon,Kayla,Andre,Megan,Trevor,Naomi,Elijah,Grace,Victor',
    family:
      'Sullivan,Ramirez,Patel,Jefferson,Kowalczyk,Bennett,Nguyen,Harper,Castillo,Donovan,Whitaker,Kim,Brooks,Rosenthal,Delgado,Pierce',
    stems:
      'Ironwood,Redstone,Northfork,Copperline,Bluebonnet,Summit Ridge,Larkspur,Granite Bay,Juniper Hill,Cedarpoint,Fathom,Quarrystone',
    legalForm: 'Inc.',
    phone: '+1 555 555 01##',
  }),
  germany: region({
    cities: 'Berlin, Germany;Munich, Germany;Hamburg, Germany;Cologne, Germany;Leipzig, Germany',
    given: 'Jonas,Lena,Tobias,Käthe,Matthias,Svenja,Jürgen,Franziska,Björn,Annika,Stefan,Nele,Götz,Miriam,Henrik,Elif',
    family:
      'Müller,Schäfer,Krüger,Weiß,Hoffmann,Böhm,Richter,Vogel,Lange,Köhler,Brandt,Yıldız,Winkler,Jäger,Seidel,Großmann',
    stems:
      'Nordlicht,Falkenberg,Isarwerk,Bergmann,Größe,Rheinkontor,Elbtal,Waldkirch,Steinbach,Morgenrot,Kranich,Lindenhof',
    legalForm: 'GmbH',
    phone: '+49 176 040690##',
  }),
  france: region({
    cities: 'Paris, France;Lyon, France;Nantes, France;Toulouse, France',
    given: 'Léa,Camille,Théo,Hélène,Étienne,Anaïs,Guillaume,Élodie,François,Noémie,Maël,Inès,Rémi,Chloé,Gaël,Zoé',
    family:
      'Dubois,Lefèvre,Moreau,Garçon,Bélanger,Rousseau,Fournier,Mercier,Haddad,Chevalier,Gauthier,Perrin,Benoît,Marchand,Lemaître,Rivière',
    stems: 'Étoile,Clairval,Beaulieu,Montclar,Rivage,Atelier Sept,Hautecour,Lumière,Valmont,Belleroche,Ardoise,Mirabel',
    legalForm: 'SAS',
    phone: '+33 6 39 98 ## ##',
  }),
  nordics: region({
    cities: 'Stockholm, Sweden;Copenhagen, Denmark;Oslo, Norway;Malmö, Sweden;Aarhus, Denmark;Helsinki, Finland',
    given: 'Ingrid,Søren,Björn,Freja,Håkon,Astrid,Åsa,Mikkel,Linnéa,Eirik,Sanna,Jørgen,Signe,Väinö,Maja,Øyvind',
    family:
      'Lindqvist,Jørgensen,Sørensen,Åkesson,Bergström,Nygård,Kjær,Hansen,Virtanen,Østergaard,Sjöberg,Dahl,Løvland,Holmgren,Ekström,Thorsen',
    stems: 'Årstid,Fjordlys,Nordhavn,Björkö,Skagen,Polaris,Tallgren,Østerbro,Havglimt,Vinterby,Solbacka,Kallio',
    legalForm: 'AB',
  }),
  benelux: region({
    cities: 'Rotterdam, Netherlands;Utrecht, Netherlands;Eindhoven, Netherlands;Antwerp, Belgium;Ghent, Belgium',
    given: 'Daan,Noor,Thijs,Fleur,Joris,Sanne,Bram,Lotte,Ruben,Maaike,Pieter,Femke,Wout,Anouk,Sjoerd,Eva',
    family:
      'van den Berg,de Vries,Janssen,Bakker,Peeters,Visser,van Dijk,Claes,Mulder,Willems,Hoekstra,Wouters,Smit,Verhoeven,de Clercq,Postma',
    stems:
      'Oranjehof,Polder,Waterlinie,Kanaal,Zuiderzee,Havenkant,Molenaar,Duinweg,Scheldeland,Tulp & Co,Grachten,Veerhuis',
    legalForm: 'B.V.',
  }),
  spain: region({
    cities: 'Madrid, Spain;Barcelona, Spain;Valencia, Spain;Bilbao, Spain',
    given: 'Sofía,Mateo,Lucía,Álvaro,Marta,Íñigo,Andrés,Núria,Begoña,Jordi,Ángela,Raúl,Inés,Hugo,Pilar,Óscar',
    family:
      'Fernández,Muñoz,Castellanos,Gutiérrez,Ibáñez,Rodríguez,Núñez,Vázquez,Peña,Jiménez,Domènech,Etxeberria,Soler,Márquez,Cañizares,Ortega',
    stems: 'Altamira,Costa Verde,Ribera,Mirador,Encina,Solana,Montaña,Azahar,Levante,Cierzo,Alborada,Peñalba',
    legalForm: 'S.L.',
  }),
  brazil: region({
    cities: 'São Paulo, Brazil;Curitiba, Brazil;Belo Horizonte, Brazil',
    given: 'João,Beatriz,Thiago,Larissa,Antônio,Conceição,Caio,Letícia,Vinícius,Fernanda,Estêvão,Renata',
    family: 'Gonçalves,Araújo,Carvalho,Simões,Magalhães,Nóbrega,Teixeira,Guimarães,Brandão,Moura,Leitão,Sampaio',
    stems: 'Ipê Amarelo,Jacarandá,Aroeira,Maré Alta,Cerrado,Aurora,Serra Azul,Boa Vista',
    legalForm: 'Ltda.',
  }),
  poland: region({
    cities: 'Warsaw, Poland;Kraków, Poland;Gdańsk, Poland;Wrocław, Poland',
    given: 'Zofia,Łukasz,Agnieszka,Michał,Małgorzata,Paweł,Józef,Kasia,Wojciech,Bożena,Tomasz,Hanna',
    family: 'Nowak,Wójcik,Kaczmarek,Zając,Wróbel,Mazur,Gajda,Pawlak,Stępień,Król,Dąbek,Sikora',
    stems: 'Bursztyn,Wisła,Sosna,Żuraw,Zamość,Orzeł,Jantar,Tatry',
    legalForm: 'sp. z o.o.',
  }),
  turkey: region({
    cities: 'İstanbul, Türkiye;İzmir, Türkiye;Ankara, Türkiye',
    given: 'Emre,Ayşe,Çağla,Kerem,Gülşen,Oğuz,Defne,Barış,Şule,Tuğba',
    family: 'Yılmaz,Öztürk,Çelik,Kılıç,Şahin,Aydın,Doğan,Güneş,Koç,Erdoğdu',
    stems: 'Boğaziçi,Çınar,Güneş,Ege,Yıldız,Anadolu',
    legalForm: 'A.Ş.',
  }),
  greece: region({
    cities: 'Athens, Greece;Thessaloniki, Greece;Piraeus, Greece',
    given:
      'Ελένη|eleni,Γιώργος|giorgos,Κατερίνα|katerina,Δημήτρης|dimitris,Σοφία|sofia,Νίκος|nikos,Άννα|anna,Κώστας|kostas',
    family:
      'Γεωργίου|georgiou,Νικολάου|nikolaou,Δημητρίου|dimitriou,Ιωάννου|ioannou,Αντωνίου|antoniou,Βασιλείου|vasileiou,Χρήστου|christou,Κυριάκου|kyriakou',
    stems: 'Aegean,Όμιλος Αιγαίο|omilos-aigaio,Olympia,Meltemi,Kallisto',
    legalForm: 'S.A.',
  }),
  ukraine: region({
    cities: 'Kyiv, Ukraine;Lviv, Ukraine;Odesa, Ukraine',
    given:
      'Олена|olena,Андрій|andrii,Катерина|kateryna,Тарас|taras,Юлія|yuliia,Богдан|bohdan,Ірина|iryna,Максим|maksym',
    family:
      'Шевченко|shevchenko,Коваленко|kovalenko,Бондаренко|bondarenko,Ткаченко|tkachenko,Мороз|moroz,Гнатюк|hnatiuk,Лисенко|lysenko,Савчук|savchuk',
    stems: 'Dnipro,Група Дніпро|hrupa-dnipro,Karpaty,Zlato,Kolos',
  }),
  serbia: region({
    cities: 'Belgrade, Serbia;Novi Sad, Serbia',
    given: 'Јелена|jelena,Милош|milos,Ана|ana,Никола|nikola,Драгана|dragana,Стефан|stefan,Ивана|ivana,Лука|luka',
    family:
      'Јовановић|jovanovic,Петровић|petrovic,Николић|nikolic,Марковић|markovic,Ђорђевић|djordjevic,Илић|ilic,Павловић|pavlovic,Живковић|zivkovic',
    stems: 'Dunav,Kalemegdan,Група Дунав|grupa-dunav,Zlatibor,Avala',
    legalForm: 'd.o.o.',
  }),
  gulf: region({
    cities: 'Dubai, United Arab Emirates;Abu Dhabi, United Arab Emirates;Riyadh, Saudi Arabia;Amman, Jordan',
    given: 'محمد|mohammed,ليلى|layla,عمر|omar,نور|noor,يوسف|yousef,سارة|sara,خالد|khaled,ريم|reem',
    family:
      'العلي|al-ali,الحداد|haddad,منصور|mansour,خليل|khalil,النجار|najjar,درويش|darwish,الزهراني|alzahrani,قاسم|qassim',
    stems: 'Nakheel Point,مجموعة النخيل|nakhil-group,Al Waha,Sahara Bridge,Zumurrud',
    legalForm: 'LLC',
  }),
  india: region({
    cities: 'Bengaluru, India;Mumbai, India;Pune, India',
    given: 'नेहा|neha,अर्जुन|arjun,प्रिया|priya,रोहन|rohan,अनन्या|ananya,विक्रम|vikram,काव्या|kavya,संजय|sanjay',
    family: 'वर्मा|verma,शर्मा|sharma,पटेल|patel,गुप्ता|gupta,अय्यर|iyer,नायर|nair,मेहता|mehta,राव|rao',
    stems: 'Surya,सूर्या समूह|surya-samuh,Neem Tree,Sahyadri,Chandra',
    legalForm: 'Pvt Ltd',
  }),
  china: region(
    {
      cities: 'Shanghai, China;Shenzhen, China;Hangzhou, China',
      given: '小明|xiaoming,芳|fang,志强|zhiqiang,丽娜|lina,伟|wei,静怡|jingyi,建国|jianguo,雪|xue',
      family: '王|wang,李|li,陈|chen,张|zhang,刘|liu,欧阳|ouyang,周|zhou,林|lin',
      stems: 'Jade Harbor,东方集团|dongfang-group,Yuanfan,Red Lantern,Huaxin',
      legalForm: 'Co., Ltd.',
    },
    true,
  ),
  japan: region(
    {
      cities: 'Tokyo, Japan;Osaka, Japan;Fukuoka, Japan',
      given: '美咲|misaki,健太|kenta,陽子|yoko,大輔|daisuke,さくら|sakura,翔太|shota,恵|megumi,直樹|naoki',
      family: '佐藤|sato,鈴木|suzuki,高橋|takahashi,田中|tanaka,渡辺|watanabe,伊藤|ito,中村|nakamura,小林|kobayashi',
      stems: 'Midori,株式会社ミドリ|midori-kk,Hoshino,Sakae,Asahigaoka',
      legalForm: 'K.K.',
    },
    true,
  ),
  africa: region({
    cities: 'Lagos, Nigeria;Nairobi, Kenya;Cape Town, South Africa;Accra, Ghana',
    given: 'Oluwaseun,Zanele,Kofi,Wanjiru,Thabo,Adaeze,Jabulani,Amara,Kamau,Lerato,Chinedu,Nana',
    family: 'Adeyemi,Mbeki,Mensah,Kariuki,Dlamini,Eze,Otieno,Botha,Asante,Nkosi,Balogun,Mwangi',
    stems: 'Baobab,Savanna,Umoja,Table Bay,Kilele,Sankofa',
    legalForm: 'Ltd',
  }),
} satisfies Record<string, Region>;

export type RegionName = keyof typeof regions;
