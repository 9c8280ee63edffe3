-- Do-not-contact lists of customers and of the agency, and what they suppress.

-- The key of an entry that names nobody is its text, which no lead has.
create function private.contact_key(kind text, value text) returns text language plpgsql immutable parallel safe as $$
begin
  return coalesce(
    case
      when kind = 'domain' or kind = 'company' and private.text_key(value) ~ '^(https?://|www\.)' then private.host_key(value)
      when kind = 'linkedin' then private.linkedin_key(value)
      when kind = 'email' then private.email_key(value)
    end,
    private.index_key(private.text_key(value))
  );
end $$;
comment on function private.contact_key is 'The key by which an entry of do_not_contact is compared: that of the field of a lead or company.';

create function private.is_shared_domain(domain text) returns boolean language plpgsql immutable parallel safe as $$
begin
  return position(' ' || domain || ' ' in case left(domain, 1)
    when '0' then
      ' 0.bg 001www.com 0am.jp 0e.vc 0g0.jp 0j0.jp 0t0.jp '
    when '1' then
      ' 1.bg 10minutemail.com 123hjemmeside.dk 123hjemmeside.no 123homepage.it 123kotisivu.fi 123minsida.se 123miweb.es 123paginaweb.pt '
      '123siteweb.fr 123webseite.at 123webseite.de 123website.be 123website.ch 123website.lu 123website.nl 126.com 126.net 12chars.dev 12chars.it '
      '12chars.pro 12hp.at 12hp.ch 12hp.de 1337.pictures 139.com 16-b.it 163.com 180r.com 189.cn 1kapp.com '
    when '2' then
      ' 2-d.jp 2.bg 2000.hu 2038.io 21cn.com 2ix.at 2ix.ch 2ix.de '
    when '3' then
      ' 3.bg 32-b.it 37.com 3ammagazine.com 3utilities.com '
    when '4' then
      ' 4.bg 4lima.at 4lima.ch 4lima.de 4mg.com 4u.com '
    when '5' then
      ' 5.bg 5g.in '
    when '6' then
      ' 6.bg 611.to 64-b.it 6g.in '
    when '7' then
      ' 7.bg '
    when '8' then
      ' 8.bg '
    when '9' then
      ' 9.bg 9guacu.br '
    when 'a' then
      ' a.bg a.se a2hosted.com aa.no aaa.pro aaa.vodka aarborte.no ab.ca abc.br abkhazia.su abo.pa about.com abr.it abruzzo.it abv.bg ac.ae ac.at '
      'ac.be ac.ci ac.cn ac.cr ac.cy ac.eg ac.fj ac.gn ac.id ac.il ac.im ac.in ac.ir ac.jp ac.ke ac.kr ac.lk ac.ls ac.ma ac.me ac.mu ac.mw ac.mz '
      'ac.ni ac.nz ac.pa ac.pk ac.pr ac.rs ac.ru ac.rw ac.se ac.sz ac.th ac.tj ac.tz ac.ug ac.uk ac.vn ac.za ac.zm ac.zw aca.pro academia.bo '
      'accesscam.org accident-investigation.aero accident-prevention.aero acct.pro act.au activetrail.biz ad.jp adaptable.app adelphia.net adm.br '
      'adobeaemcloud.com adobeaemcloud.net adobeio-static.net adobeioruntime.net adult.ht adv.br adv.mz adygeya.ru adygeya.su ae.org aeiou.pt '
      'aejrie.no aem.live aem.page aero.mv aerobatic.aero aeroclub.aero aerodrome.aero aeroport.fr afjord.no africa.bj africa.com ag.it agdenes.no '
      'agents.aero agr.br agrar.hu agri.jo agric.za agrigento.it agro.bj agro.bo agro.pl ah.cn ah.no ai.in ai.jo ai.vn aichi.jp aid.pl aim.com '
      'aip.ee air-surveillance.aero air-traffic-control.aero aircraft.aero airkitapps-au.com airkitapps.com airkitapps.eu airline.aero airmail.net '
      'airport.aero airtraffic.aero aivencloud.com aju.br ak.us akadns.net akamai-staging.net akamai.net akamaiedge-staging.net akamaiedge.net '
      'akamaihd-staging.net akamaihd.net akamaiorigin-staging.net akamaiorigin.net akamaized-staging.net akamaized.net akita.jp aknoluokta.no '
      'akrehamn.no aktyubinsk.su al.it al.no al.us alaheadju.no aland.fi albawaba.com alessandria.it alesund.no algard.no aliases121.com '
      'alibaba.com alice-dsl.de alice.de alice.fr alice.it aliyun.com alpha-myqnapcloud.com alstahaug.no alt.na alt.za alta.no altavista.com '
      'altervista.org alto-adige.it altoadige.it alvdal.no alwaysdata.net am.br am.in ambulance.aero ameritech.net amli.no amot.no amplifyapp.com '
      'an.it anani.br ananzi.co.za ancestry.com ancona.it andasuolo.no andebu.no andoy.no andria-barletta-trani.it andria-trani-barletta.it '
      'andriabarlettatrani.it andriatranibarletta.it angelfire.com angiang.vn angry.jp anonaddy.com anonymize.com ao.it aol.co.uk aol.com aol.fr '
      'aol.it aomori.jp aosta-valley.it aosta.it aostavalley.it aoste.it ap.it aparecida.br apigee.io apollo.lv app-ionos.space app.br appchizi.com '
      'applinzi.com apps-1and1.com apps-1and1.net appspacehosted.com appspaceusercontent.com appspot.com appudo.net aq.it aquila.it ar.it ar.us '
      'architectes.bj arcor.de ardal.no aremark.no arendal.no arezzo.it arkhangelsk.su armenia.su arna.no arq.br art.br art.do art.dz art.ht art.pl '
      'art.sn arte.bo arts.nf arts.ro arts.ve aruba.it arvanedge.ir arvo.network as.us ascoli-piceno.it ascolipiceno.it aseral.no ashgabad.su '
      'asker.no askim.no askoy.no askvoll.no asn.au asn.lv asnes.no ass.km assessments.cx assn.lk asso.ci asso.dz asso.fr asso.gp asso.ht asso.km '
      'asso.mc asso.nc asso.re association.aero assur.bj asti.it at-band-camp.net at.it ath.cx atm.pl atmeta.com ato.br att.net attbi.com au.com '
      'audnedaln.no augustow.pl aukra.no aure.no aurland.no aurskog-holand.no aus.basketball austevoll.no austrheim.no authgear-staging.com '
      'authgearapps.com author.aero auto.pl av.it av.tr avellino.it aver.com averoy.no avocat.fr avocat.pro avocats.bj avoues.fr awsapps.com '
      'awsglobalaccelerator.com az.us azerbaijan.su azimuth.network azure-api.net azure-mobile.net azureedge.net azurefd.net azurestaticapps.net '
      'azurewebsites.net '
    when 'b' then
      ' b-data.io b.bg b.br b.se ba.it babia-gora.pl babyblue.jp babymilk.jp bacgiang.vn backan.vn backdrop.jp baclieu.vn bacninh.vn badaddja.no '
      'bahcavuotna.no bahccavuotna.no baidar.no bajddar.no balashov.su balat.no balena-devices.com balestrand.no ballangen.no ballooning.aero '
      'balsan-sudtirol.it balsan-suedtirol.it balsan.it balsfjord.no bambina.jp bamble.no bandcamp.com bangkok.com bar.pro barcelona.com bardu.no '
      'bari.it baria-vungtau.vn barletta-trani-andria.it barlettatraniandria.it barrel-of-knowledge.info barrell-of-knowledge.info barsy.bg '
      'barsy.ca barsy.club barsy.de barsy.dev barsy.eu barsy.gr barsy.in barsy.info barsy.io barsy.me barsy.menu barsy.mobi barsy.net barsy.online '
      'barsy.org barsy.pro barsy.pub barsy.ro barsy.rs barsy.shop barsy.site barsy.store barsy.support barsy.uk barsycenter.com barsyonline.com '
      'barsyonline.menu barsyonline.shop barueri.br barum.no bas.it base.ec base.shop bashkiria.ru bashkiria.su basicserver.io basilicata.it '
      'batsfjord.no bbox.fr bbs.tr bc.ca bd.se beagleboard.io bearalvahki.no beardu.no bedzin.pl beep.pl beer.com beiarn.no bel.tr belau.pw '
      'belem.br bell.net bellatlantic.net bellsouth.net belluno.it benevento.it bentre.vn berg.no bergamo.it bergen.no berlevag.no berlin.de '
      'beskidy.pl bet.ar bet.br better-than.tv bg.it bhz.br bi.it bialowieza.pl bialystok.pl bib.br bib.ve bielawa.pl biella.it bielsko.pl '
      'bieszczady.pl bievat.no bigcartel.com bigfoot.com biglobe.ne.jp bigpond.com bigpond.com.au bigpond.net.au bihar.in bindal.no binhdinh.vn '
      'binhduong.vn binhphuoc.vn binhthuan.vn bio.br bir.ru birkenes.no bitbucket.io bitter.jp biz.at biz.az biz.bb biz.cy biz.dk biz.et biz.fj '
      'biz.gl biz.id biz.in biz.ki biz.ls biz.mv biz.mw biz.my biz.ng biz.ni biz.nr biz.pk biz.pl biz.pr biz.ss biz.tj biz.tr biz.tt biz.ua biz.vn '
      'biz.wf biz.zm bizhosting.com bj.cn bjarkoy.no bjerkreim.no bjugn.no bk.ru bl.it blackbaudcdn.net blackplanet.com blog.bo blog.br blogdns.com '
      'blogdns.net blogdns.org blogos.com blogsite.org blogspot.ae blogspot.al blogspot.am blogspot.ba blogspot.be blogspot.bg blogspot.bj '
      'blogspot.ca blogspot.cf blogspot.ch blogspot.cl blogspot.com blogspot.cv blogspot.cz blogspot.de blogspot.dk blogspot.fi blogspot.fr '
      'blogspot.gr blogspot.hk blogspot.hr blogspot.hu blogspot.ie blogspot.in blogspot.is blogspot.it blogspot.jp blogspot.kr blogspot.li '
      'blogspot.lt blogspot.lu blogspot.md blogspot.mk blogspot.mx blogspot.my blogspot.nl blogspot.no blogspot.pe blogspot.pt blogspot.qa '
      'blogspot.re blogspot.ro blogspot.rs blogspot.ru blogspot.se blogspot.sg blogspot.si blogspot.sk blogspot.sn blogspot.td blogspot.tw '
      'blogspot.ug blogspot.vn blogsyte.com bluebite.io bluewin.ch blueyonder.co.uk blush.jp bmd.br bmoattachments.org bn.it bnr.la bo.it '
      'boavista.br bodo.no bokn.no bol.com.br boldlygoingnowhere.org boleslawiec.pl bolivia.bo bologna.it bolt.com bolt.hu bolzano-altoadige.it '
      'bolzano.it bomlo.no bona.jp boo.jp bookonline.app boomla.net bounceme.net boutir.com box.ca boxfuse.io boy.jp boyfriend.jp bozen-sudtirol.it '
      'bozen-suedtirol.it bozen.it bplaced.com bplaced.de bplaced.net br.com br.it brand.se brasilia.me bredband.net bremanger.no brescia.it '
      'bright.net brindisi.it broke-it.net broker.aero bronnoy.no bronnoysund.no browsersafetymark.io brumunddal.no bryansk.su bryne.no bs.it '
      'bsb.br bss.design bt.com bt.it btconnect.com btinternet.com btopenworld.com bu.no budejju.no bugmenot.com builtwithdark.com bukhara.su '
      'bulsan-sudtirol.it bulsan-suedtirol.it bulsan.it busan.kr business.in business.site but.jp buyshop.jp buyshouses.net bydgoszcz.pl byen.site '
      'bygland.no bykle.no bytom.pl bz.it '
    when 'c' then
      ' c.bg c.se c2i.net c3.hu c66.me ca.in ca.it ca.us caa.aero caa.li cable-modem.org cableone.net cafjs.com cagliari.it cahcesuolo.no cal.it '
      'calabria.it calculators.cx caltanissetta.it cam.it camau.vn camdvr.org campania.it campidano-medio.it campidanomedio.it campinagrande.br '
      'campinas.br campobasso.it can.re canada.com candypop.jp cantho.vn canva-apps.cn canva-apps.com caobang.vn capoo.jp carbonia-iglesias.it '
      'carboniaiglesias.it care2.com cargo.aero carrara-massa.it carraramassa.it carrd.co casacam.net casema.nl caserta.it casino.com casino.hu '
      'catania.it catanzaro.it catering.aero catfood.jp catholic.org caxias.br cb.it cbg.ru cc.ua cci.fr cdn-edges.net cdn77-ssl.net '
      'cdn77-storage.com ce.it cechire.com cegetel.net centrum.cz centrum.sk centurylink.net centurytel.net certification.aero cesena-forli.it '
      'cesenaforli.it cf-ipfs.com cfolks.pl ch.it chacuo.net chambagri.fr championship.aero channelsdvr.net charm.net charter.aero charter.com '
      'charter.net chat.ru cheap.jp chello.at chello.nl cherkassy.ua cherkasy.ua chernigov.ua chernihiv.ua chernivtsi.ua chernovtsy.ua chez.com '
      'chiba.jp chicappa.jp chieti.it chillout.jp chimkent.su chips.jp chirurgiens-dentistes-en-france.fr chirurgiens-dentistes.fr chowder.jp '
      'chu.jp chungbuk.kr chungnam.kr ci.it ciao.jp ciencia.bo cieszyn.pl cim.br ciscofreak.com cistron.nl citromail.hu city.hu civilaviation.aero '
      'ck.ua cl.it clan.rip clerk.app clerk.com clerkstage.app cleverapps.cc cleverapps.io cleverapps.tech clickrising.net clix.pt cloud-ip.biz '
      'cloud.goog cloud66.ws cloud66.zone cloudaccess.host cloudaccess.net cloudapp.net cloudapps.digital cloudflare-ipfs.com cloudflare.net '
      'cloudfront.net cloudfunctions.net cloudjiffy.net cloudns.asia cloudns.be cloudns.biz cloudns.cc cloudns.ch cloudns.cl cloudns.club '
      'cloudns.cx cloudns.eu cloudns.in cloudns.info cloudns.nz cloudns.org cloudns.ph cloudns.pro cloudns.pw cloudns.us cloudsite.builders '
      'cloudycluster.net club-internet.fr club.aero club.tw cn.com cn.in cn.it cn.ua cng.br cnpy.gdn cnt.br co.ae co.ag co.am co.ao co.at co.bb '
      'co.bi co.bj co.bn co.business co.bw co.bz co.ca co.ci co.cl co.cm co.com co.cr co.cz co.dk co.dm co.education co.events co.financial co.gg '
      'co.gl co.gy co.hu co.id co.il co.im co.in co.io co.ir co.it co.je co.jp co.ke co.kr co.krd co.lc co.ls co.ma co.me co.mg co.mu co.mw co.mz '
      'co.na co.network co.ni co.nl co.no co.nz co.om co.pl co.place co.pn co.pw co.ro co.rs co.rw co.ss co.st co.sz co.technology co.th co.tj '
      'co.tm co.tt co.tz co.ua co.ug co.uk co.us co.uz co.ve co.vi co.za co.zm co.zw cocotte.jp codeberg.page codespot.com cogeco.ca col.ng '
      'collegefan.org com.ac com.af com.ag com.ai com.al com.am com.ar com.au com.aw com.az com.ba com.bb com.bh com.bi com.bj com.bm com.bn com.bo '
      'com.br com.bs com.bt com.by com.bz com.ci com.cm com.cn com.co com.cu com.cv com.cw com.cy com.de com.dm com.do com.dz com.ec com.ee com.eg '
      'com.es com.et com.fj com.fm com.fr com.ge com.gh com.gi com.gl com.gn com.gp com.gr com.gt com.gu com.gy com.hk com.hn com.hr com.ht com.im '
      'com.in com.io com.iq com.jo com.kg com.ki com.km com.kp com.kw com.ky com.kz com.la com.lb com.lc com.lk com.lr com.lv com.ly com.mg com.mk '
      'com.ml com.mo com.ms com.mt com.mu com.mv com.mw com.mx com.my com.na com.nf com.ng com.ni com.nr com.om com.pa com.pe com.pf com.ph com.pk '
      'com.pl com.pr com.ps com.pt com.py com.qa com.re com.ro com.ru com.sa com.sb com.sc com.sd com.se com.sg com.sh com.sl com.sn com.so com.ss '
      'com.st com.sv com.sy com.tj com.tm com.tn com.to com.tr com.tt com.tw com.ua com.ug com.uy com.uz com.vc com.ve com.vi com.vn com.vu com.ws '
      'com.ye com.zm comcast.com comcast.net comhem.se commune.am community-pro.de community-pro.net como.it compuserve.com concentric.net conf.au '
      'conf.lv conf.se conference.aero conn.uk consulado.st consultant.aero consulting.aero contagem.br control.aero convex.site coolblog.jp '
      'coop.ar coop.br coop.ht coop.in coop.km coop.mv coop.mw coop.py coop.rw cooperativa.bo copro.uk cosenza.it couchpotatofries.org council.aero '
      'cox.com cox.net coz.br cpa.pro cprapid.com cpserver.com cq.cn cr.it cr.ua craft.me cranky.jp crap.jp crd.co cremona.it crew.aero cri.br '
      'cri.nz crimea.ua crosswinds.net crotone.it cs.com cs.in cs.it csb.app csx.cc ct.it ct.us ctfcloud.net cu.cc cuiaba.br cuneo.it curitiba.br '
      'curv.dev cutegirl.jp cv.ua cx.ua cyon.link cyon.site cz.it czeladz.pl czest.pl '
    when 'd' then
      ' d.bg d.se daa.jp daegu.kr daejeon.kr daemon.asia dagestan.ru dagestan.su dailypioneer.com daklak.vn daknong.vn damnserver.com danang.vn '
      'darklang.io dattolocal.com dattolocal.net dattorelay.com dattoweb.com daum.net davvenjarga.no davvesiida.no daynight.jp dc.us dd-dns.de '
      'ddns-ip.net ddns.me ddns.net ddnsfree.com ddnsgeek.com ddnsking.com ddnss.de ddnss.org de.com de.cool de.us deatnu.no debian.net deca.jp '
      'deci.jp dedibox.fr dedyn.io def.br definima.io definima.net dejanews.com delhi.in dell-ogliastra.it dellogliastra.it democracia.bo demon.nl '
      'deno-staging.dev deno.dev dep.no depechemode.com deporte.bo des.br desa.id design.aero det.br deta.app deta.dev detik.com '
      'dev-myqnapcloud.com dev.br development.run dfirma.pl dgca.aero diadem.cloud dielddanuorri.no dienbien.vn digick.jp diher.solutions dir.bg '
      'discordsays.com discordsez.com discourse.group discourse.team discovery.com diskstation.eu diskstation.me diskstation.org '
      'diskussionsbereich.de disroot.org ditchyourip.com divtasvuodna.no divttasvuotna.no dix.asia dkonto.pl dlugoleka.pl dmv.com dn.ua '
      'dnepropetrovsk.ua dni.us dnipropetrovsk.ua dns-cloud.net dns-dynamic.net dnsabr.com dnsalias.com dnsalias.net dnsalias.org dnsdojo.com '
      'dnsdojo.net dnsdojo.org dnsfor.me dnshome.de dnsiskinky.com dnsking.ch dnsmadeeasy.com dnsup.net dnsupdate.info dnsupdater.de docomo.ne.jp '
      'doctor.com does-it.net doesntexist.com doesntexist.org doityourself.com dojin.com donetsk.ua dongnai.vn dongthap.vn donna.no dontexist.com '
      'dontexist.net dontexist.org doomdns.com doomdns.org dopaas.com dovre.no dp.ua dr.in dr.tr drammen.no drangedal.no dray-dns.de drayddns.com '
      'draydns.de dreamhosters.com drobak.no drr.ac drud.io drud.us dscloud.biz dscloud.me dscloud.mobi dsmynas.com dsmynas.net dsmynas.org '
      'duck.com duckdns.org durumis.com dvrcam.info dvrdns.org dy.fi dyn-berlin.de dyn-ip24.de dyn-o-saur.com dyn-vpn.de dynalias.com dynalias.net '
      'dynalias.org dynamic-dns.info dynamisches-dns.de dynathome.net dyndns-at-home.com dyndns-at-work.com dyndns-blog.com dyndns-free.com '
      'dyndns-home.com dyndns-ip.com dyndns-mail.com dyndns-office.com dyndns-pics.com dyndns-remote.com dyndns-server.com dyndns-web.com '
      'dyndns-wiki.com dyndns-work.com dyndns.biz dyndns.info dyndns.org dyndns.tv dyndns.ws dyndns1.de dynns.com dynserv.org dynu.net dynv6.net '
      'dynvpn.de dyroy.no '
    when 'e' then
      ' e.bg e.se e12.ve e164.arpa e4.cz earthlink.net east-kazakhstan.su easypanel.app easypanel.host easypost.com eating-organic.net ebiz.tw '
      'ecn.br eco.bj eco.br ecologia.bo ecommerce-shop.pl econo.bj economia.bo ed.ao ed.ci ed.cr ed.jp ed.pw edgeapp.net edgecompute.app '
      'edgekey-staging.net edgekey.net edgestack.me edgesuite-staging.net edgesuite.net editorx.io edu.ac edu.af edu.al edu.ao edu.ar edu.au edu.az '
      'edu.ba edu.bb edu.bh edu.bi edu.bj edu.bm edu.bn edu.bo edu.br edu.bs edu.bt edu.bz edu.ci edu.cn edu.co edu.cu edu.cv edu.cw edu.dm edu.do '
      'edu.dz edu.ec edu.ee edu.eg edu.es edu.et edu.fm edu.gd edu.ge edu.gh edu.gi edu.gl edu.gn edu.gp edu.gr edu.gt edu.gu edu.gy edu.hk edu.hn '
      'edu.ht edu.in edu.io edu.iq edu.it edu.jo edu.kg edu.ki edu.km edu.kn edu.kp edu.krd edu.kw edu.ky edu.kz edu.la edu.lb edu.lc edu.lk edu.lr '
      'edu.ls edu.lv edu.ly edu.me edu.mg edu.mk edu.ml edu.mn edu.mo edu.ms edu.mt edu.mv edu.mw edu.mx edu.my edu.mz edu.ng edu.ni edu.nr edu.om '
      'edu.pa edu.pe edu.pf edu.ph edu.pk edu.pl edu.pn edu.pr edu.ps edu.pt edu.py edu.qa edu.rs edu.ru edu.sa edu.sb edu.sc edu.sd edu.sg edu.sl '
      'edu.sn edu.so edu.ss edu.st edu.sv edu.sy edu.tj edu.tm edu.to edu.tr edu.tt edu.tw edu.ua edu.uy edu.vc edu.ve edu.vn edu.vu edu.ws edu.ye '
      'edu.za edu.zm educator.aero edugit.io eek.jp eero-stage.online eero.online egersund.no egoism.jp ehime.jp eid.no eidfjord.no eidsberg.no '
      'eidskog.no eidsvoll.no eigersund.no eircom.net ekloges.cy elasticbeanstalk.com elblag.pl elementor.cloud elementor.cool elisanet.fi elk.pl '
      'elverum.no elvis.com email.biz email.com email.cz email.de email.ee email.it email.net email.nu email.org email.ro email.ru email.si '
      'email.su email.tst email.ua emailondeck.com emb.kw embaixada.st embarqmail.com emergency.aero emilia-romagna.it emiliaromagna.it emp.br '
      'empresa.bo emr.it en-root.fr en.it encoreapi.com encr.app endofinternet.net endofinternet.org endoftheinternet.org enebakk.no enf.br eng.br '
      'eng.jo eng.pro engerdal.no engine.aero engineer.aero enna.it ens.tn enscaled.sg enter.net enterprisecloud.nu entertainment.aero '
      'equipment.aero er.in erols.com erotica.hu erotika.hu es.kr esp.br est-a-la-maison.com est-a-la-masion.com est-le-patron.com '
      'est-mon-blogueur.com est.pr etc.br eti.br etne.no etnedal.no eu.com eu.int eu.org eun.eg eurodir.ru evenassi.no evenes.no everyone.net '
      'evje-og-hornnes.no ewe.net ewetel.net exchange.aero excite.co.jp excite.com excite.it exnet.su experts-comptables.fr expo.app express.aero '
      'ezweb.ne.jp '
    when 'f' then
      ' f.bg f.se f5.si facebook.com fakefur.jp fam.pk familyds.com familyds.net familyds.org fantasyleague.cc far.br farsund.no fashionstore.jp '
      'fastly-edge.com fastly-terrarium.com fastlylb.net fastmail.ca fastmail.cn fastmail.co.uk fastmail.com fastmail.com.au fastmail.es '
      'fastmail.fm fastmail.im fastmail.in fastmail.jp fastmail.mx fastmail.net fastmail.nl fastmail.se fastmail.to fastmail.tw fastmail.us '
      'fastvps-server.com fastvps.host fastvps.site fauske.no fbx-os.fr fbxos.fr fc.it fe.it fed.us federation.aero fedje.no fedorainfracloud.org '
      'fedorapeople.org feedback.ac feira.br fem.jp fermo.it ferrara.it feste-ip.net fet.no fetsund.no fg.it fh-muenster.io fh.se fhs.no fhsk.se '
      'fhv.se fi.cr fi.it fie.ee filegear-sg.me filegear.me film.hu fin.ci fin.ec fin.tn finnoy.no firebaseapp.com firenze.it firewall-gateway.com '
      'firewall-gateway.de firewall-gateway.net firewalledreplit.co firm.dk firm.ht firm.in firm.nf firm.ng firm.ro firm.ve fitjar.no fj.cn '
      'fjaler.no fjell.no fl.us fla.no flakstad.no flash.net flatanger.no fldrv.com flekkefjord.no flesberg.no flier.jp flight.aero flog.br flop.jp '
      'floppy.jp flora.no florence.it floripa.br floro.no flutterflow.app fly.dev fm.br fm.it fm.jo fm.no fnd.br fnwk.site foggia.it '
      'folionetwork.site folkebibl.no folldal.no fool.jp for-better.biz for-more.biz for-our.info for-some.biz for-the.biz forde.no forgeblocks.com '
      'forli-cesena.it forlicesena.it forms.ac forsand.no fortal.br forthnet.gr fortunecity.com forum.hu forumz.info fosnes.no fot.br foxmail.com '
      'foz.br fr.it fr.nf framer.ai framer.app framer.media framer.photos framer.website framer.wiki framercanvas.com frana.no fredrikstad.no '
      'free.com.pe free.fr free.hr freebox-os.com freebox-os.fr freeboxos.com freeboxos.fr freeddns.org freeddns.us freedesktop.org freemail.com.au '
      'freemail.com.pk freemail.de freemail.et freemail.gr freemail.hu freemail.it freemail.lt freemail.ms freemail.nl freemyip.com freenet.de '
      'freenet.kg freeserve.co.uk freesite.host freeuk.com freeyellow.com frei.no freight.aero frenchkiss.jp frisurf.no friuli-v-giulia.it '
      'friuli-ve-giulia.it friuli-vegiulia.it friuli-venezia-giulia.it friuli-veneziagiulia.it friuli-vgiulia.it friuliv-giulia.it '
      'friulive-giulia.it friulivegiulia.it friulivenezia-giulia.it friuliveneziagiulia.it friulivgiulia.it frogn.no froland.no from-ak.com '
      'from-al.com from-ar.com from-az.net from-ca.com from-co.net from-ct.com from-dc.com from-de.com from-fl.com from-ga.com from-hi.com '
      'from-ia.com from-id.com from-il.com from-in.com from-ks.com from-ky.com from-la.net from-ma.com from-md.com from-me.org from-mi.com '
      'from-mn.com from-mo.com from-ms.com from-mt.com from-nc.com from-nd.com from-ne.com from-nh.com from-nj.com from-nm.com from-nv.com '
      'from-ny.net from-oh.com from-ok.com from-or.com from-pa.com from-pr.com from-ri.com from-sc.com from-sd.com from-tn.com from-tx.com '
      'from-ut.com from-va.com from-vt.com from-wa.com from-wi.com from-wv.com from-wy.com from.hr from.tv front.ru frontier.com frontiernet.net '
      'frosinone.it frosta.no froya.no fsmail.net fst.br ftpaccess.cc fuel.aero fuettertdasnetz.de fukui.jp fukuoka.jp fukushima.jp funnels.cx '
      'fuoisku.no fuossko.no fusa.no fuse.net futurehosting.at futuremailing.at fvg.it fylkesbibl.no fyresdal.no '
    when 'g' then
      ' g.bg g.se g12.br ga.us gaivuotna.no galsa.no game-host.org game-server.cc game.tw games.com games.hu gamvik.no gangaviika.no gangwon.kr '
      'garbage.com gaular.no gausdal.no gazeta.pl gb.net gc.ca gd.cn gda.pl gdansk.pl gdynia.pl ge.it geek.com geek.nz geekgalaxy.com gen.in gen.ng '
      'gen.nz gen.tr genion.de genoa.it genova.it gentapps.com gentlentapis.com geo.br geocities.com georgia.su getmail.no getmyip.com gets-it.net '
      'ggf.br ggff.net ghost.io gialai.vn giehtavuoatna.no gifu.jp giize.com gildeskal.no girlfriend.jp girly.jp giske.no git-repos.de gitapp.si '
      'github.io githubpreview.dev githubusercontent.com gitlab.io gitpage.si gjemnes.no gjerdrum.no gjerstad.no gjesdal.no gjovik.no gkp.pk '
      'gleeze.com gliding.aero glitch.me gliwice.pl globo.com glogow.pl gloomy.jp gloppen.no gmail.co gmail.co.uk gmail.com gmail.com.br '
      'gmail.com.com gmail.it gmail.om gmail.ru gmail.sk gmina.pl gmx.at gmx.co.uk gmx.com gmx.de gmx.eu gmx.fr gmx.info gmx.li gmx.net gmx.org '
      'gmx.us gniezno.pl go.ci go.com go.cr go.id go.it go.jp go.ke go.kr go.pw go.ro go.th go.tj go.tz go.ug go2net.com gob.ar gob.bo gob.cl '
      'gob.cu gob.do gob.ec gob.es gob.gt gob.hn gob.mx gob.ni gob.pa gob.pe gob.pk gob.sv gob.ve godaddysites.com gog.pk goiania.br goip.de gok.pk '
      'gol.no golffan.us gon.pk gonna.jp googleapis.com googlecode.com googlemail.co.uk googlemail.com gop.pk gorizia.it gorlice.pl gos.pk '
      'gotdns.ch gotdns.com gotdns.org gotpantheon.com goupile.fr gouv.ci gouv.fr gouv.ht gouv.km gouv.ml gouv.sn gov.ac gov.ae gov.af gov.al '
      'gov.ao gov.ar gov.as gov.au gov.az gov.ba gov.bb gov.bf gov.bh gov.bm gov.bn gov.br gov.bs gov.bt gov.by gov.bz gov.cd gov.cl gov.cm gov.cn '
      'gov.co gov.cx gov.cy gov.dm gov.do gov.dz gov.ec gov.ee gov.eg gov.et gov.fj gov.gd gov.ge gov.gh gov.gi gov.gn gov.gr gov.gu gov.gy gov.hk '
      'gov.ie gov.il gov.in gov.io gov.iq gov.ir gov.it gov.jo gov.kg gov.ki gov.km gov.kn gov.kp gov.kw gov.kz gov.la gov.lb gov.lc gov.lk gov.lr '
      'gov.ls gov.lt gov.lv gov.ly gov.ma gov.me gov.mg gov.mk gov.ml gov.mn gov.mo gov.mr gov.ms gov.mu gov.mv gov.mw gov.my gov.mz gov.na gov.ng '
      'gov.nl gov.nr gov.om gov.ph gov.pk gov.pl gov.pn gov.pr gov.ps gov.pt gov.py gov.qa gov.rs gov.ru gov.rw gov.sa gov.sb gov.sc gov.scot '
      'gov.sd gov.sg gov.sh gov.sl gov.so gov.ss gov.sx gov.sy gov.tj gov.tl gov.tm gov.tn gov.to gov.tr gov.tt gov.tw gov.ua gov.uk gov.vc gov.ve '
      'gov.vn gov.ws gov.ye gov.za gov.zm gov.zw government.aero govt.nz gportal.hu gr.com gr.it gr.jp grafana-dev.net grajewo.pl gran.no grane.no '
      'granvin.no graphic.design gratangen.no grayjayleagues.com greater.jp greta.fr grimstad.no groks-the.info groks-this.info grondar.za grong.no '
      'grosseto.it groundhandling.aero group.aero grozny.ru grozny.su grp.lk gru.br grue.no gs.cn gsj.bz gsm.pl gu.us guam.gu gub.uy '
      'guerrillamail.com gujarat.in gulen.no gunma.jp guovdageaidnu.no gv.ao gv.at gv.vc gwangju.kr gx.cn gyeongbuk.kr gyeonggi.kr gyeongnam.kr '
      'gz.cn '
    when 'h' then
      ' h.bg h.se ha.cn ha.no habmer.no hacca.jp hadsel.no hagebostad.no hagiang.vn haiduong.vn haiphong.vn halden.no half.host halfmoon.jp halsa.no '
      'ham-radio-op.net hamar.no hamaroy.no hammarfeasta.no hammerfest.no hamptonroads.com hanam.vn handcrafted.jp hanggliding.aero hanmail.com '
      'hanmail.net hanoi.vn hapmir.no haram.no hareid.no harstad.no hashbang.sh hasura-app.io hasura.app hasvik.no hateblo.jp hatenablog.com '
      'hatenablog.jp hatenadiary.com hatenadiary.jp hatenadiary.org hatinh.vn hattfjelldal.no haugesund.no haugiang.vn hb.cn he.cn '
      'health-carereform.com health.nz health.vn heavy.jp heiyu.space helioho.st heliohost.us hemne.no hemnes.no hemsedal.no hepforge.org her.jp '
      'herad.no here-for-more.info herokuapp.com herokussl.com heteml.net hetnet.nl hey.com heyflow.page heyflow.site hf.space hi.cn hi.us '
      'hicam.net hidemyass.com hiho.jp hippy.jp hiroshima.jp hispavista.com hispeed.ch hitra.no hjartdal.no hjelmeland.no hk.cn hk.com hk.org hl.cn '
      'hl.no hlx.live hlx.page hlx3.page hm.no hn.cn hoabinh.vn hobby-site.com hobby-site.org hobol.no hof.no hokkaido.jp hokksund.no hol.no '
      'hole.no holmestrand.no holtalen.no holy.jp home-webserver.de home.arpa home.de home.nl home.ro home.se homebuilt.aero homedns.org '
      'homeftp.net homeftp.org homeip.net homelinux.com homelinux.net homelinux.org homesecuritymac.com homesecuritypc.com homesklep.pl '
      'homestead.com homeunix.com homeunix.net homeunix.org honefoss.no hoplix.shop hopto.me hopto.org hornindal.no horten.no hosp.uk hostedpi.com '
      'hosting-cluster.nl hostyhosting.io hot.ee hotbot.com hotel.hu hotel.lk hotel.tz hotelwithflight.com hotmail.at hotmail.be hotmail.ca '
      'hotmail.ch hotmail.cl hotmail.cm hotmail.co.il hotmail.co.in hotmail.co.jp hotmail.co.kr hotmail.co.nz hotmail.co.th hotmail.co.uk '
      'hotmail.com hotmail.com.ar hotmail.com.au hotmail.com.br hotmail.com.hk hotmail.com.mx hotmail.com.tr hotmail.com.tw hotmail.con hotmail.cz '
      'hotmail.de hotmail.dk hotmail.es hotmail.fi hotmail.fr hotmail.gr hotmail.hu hotmail.ie hotmail.in hotmail.it hotmail.jp hotmail.kg '
      'hotmail.kz hotmail.my hotmail.nl hotmail.no hotmail.pt hotmail.ro hotmail.roor hotmail.ru hotmail.sg hoyanger.no hoylandet.no hra.health '
      'hrsn.dev hs.kr httpbin.org hu.net huissier-justice.fr hungry.jp hungyen.vn hurdal.no hurum.no hushmail.com hushmail.me hvaler.no '
      'hyllestad.no hyogo.jp hypernode.io hzc.io '
    when 'i' then
      ' i.am i.bg i.ng i.ph i.se i.ua i234.me ia.us iamallama.com ibaraki.jp ibestad.no ibxos.it icloud.com icloud.com.cn icq.com icurus.jp id.au '
      'id.cv id.ir id.lv id.ly id.us id.vn idf.il idirect.com idrett.no idv.hk idv.tw ie.ua iespana.es if.ua ig.com.br iglesias-carbonia.it '
      'iglesiascarbonia.it iinet.net.au iki.fi il.us ilawa.pl iliadboxos.it ilovecollege.info im.it imb.br imperia.it in-addr.arpa in-berlin.de '
      'in-brb.de in-butter.de in-dsl.de in-dsl.net in-dsl.org in-the-band.net in-vpn.de in-vpn.net in-vpn.org in.net in.ni in.rs in.th in.ua in.us '
      'inbox.com inbox.lt inbox.lv inbox.net inbox.ru inbox.si inc.hk incheon.kr incredimail.com ind.br ind.gt ind.in ind.kw ind.mom ind.tn '
      'independent-commission.uk independent-inquest.uk independent-inquiry.uk independent-panel.uk independent-review.uk inderoy.no india.com '
      'indiatimes.com indigena.bo industria.bo inf.br inf.cu inf.mk inf.ua info.at info.az info.bb info.bj info.bo info.cx info.ec info.eg info.et '
      'info.fj info.gu info.ht info.hu info.in info.ke info.ki info.la info.ls info.mv info.nf info.ni info.nr info.pl info.pr info.ro info.sd '
      'info.tn info.tr info.tt info.tz info.ve info.vn info.zm ing.pa ingatlan.hu inode.at insurance.aero int.ar int.az int.bo int.ci int.cv int.in '
      'int.la int.lk int.mv int.mw int.ni int.pt int.ru int.tj int.ve int.vn interaccess.com interfree.it interia.pl internet-dns.de internet.in '
      'intl.tn io.in io.vn iobb.net iol.it iol.pt iopsys.se ip-ddns.com ip-dynamic.org ip6.arpa ipifony.net iprimus.com.au ir.md ireland.com '
      'iris.arpa is-a-anarchist.com is-a-blogger.com is-a-bookkeeper.com is-a-bruinsfan.org is-a-bulls-fan.com is-a-candidate.org is-a-caterer.com '
      'is-a-celticsfan.org is-a-chef.com is-a-chef.net is-a-chef.org is-a-conservative.com is-a-cpa.com is-a-cubicle-slave.com is-a-democrat.com '
      'is-a-designer.com is-a-doctor.com is-a-financialadvisor.com is-a-fullstack.dev is-a-geek.com is-a-geek.net is-a-geek.org is-a-good.dev '
      'is-a-green.com is-a-guru.com is-a-hard-worker.com is-a-hunter.com is-a-knight.org is-a-landscaper.com is-a-lawyer.com is-a-liberal.com '
      'is-a-libertarian.com is-a-linux-user.org is-a-llama.com is-a-musician.com is-a-nascarfan.com is-a-nurse.com is-a-painter.com '
      'is-a-patsfan.org is-a-personaltrainer.com is-a-photographer.com is-a-player.com is-a-republican.com is-a-rockstar.com is-a-socialist.com '
      'is-a-soxfan.org is-a-student.com is-a-teacher.com is-a-techie.com is-a-therapist.com is-a.dev is-an-accountant.com is-an-actor.com '
      'is-an-actress.com is-an-anarchist.com is-an-artist.com is-an-engineer.com is-an-entertainer.com is-by.us is-certified.com is-cool.dev '
      'is-found.org is-gone.com is-into-anime.com is-into-cars.com is-into-cartoons.com is-into-games.com is-leet.com is-local.org is-lost.org '
      'is-not-a.dev is-not-certified.com is-saved.org is-slick.com is-uberleet.com is-very-bad.org is-very-evil.org is-very-good.org '
      'is-very-nice.org is-very-sweet.org is-with-theband.com is.it isa-geek.com isa-geek.net isa-geek.org isa-hockeynut.com isa.us isernia.it '
      'iserv.dev iservschule.de ishikawa.jp isla.pr islamonline.net issmarterthanyou.com isteingeek.de istmein.de it.ao it.com itcouldbewor.se '
      'itigo.jp its.me ivano-frankivsk.ua ivanovo.su iveland.no ivgu.no ivillage.com iwate.jp iwi.nz iwon.com iz.hr '
    when 'j' then
      ' j.bg jab.br jambyl.su jampa.br jan-mayen.no jaworzno.pl jcloud.kz jdevcloud.com jdf.br jeez.jp jeju.kr jelastic.team jele.cloud jele.club '
      'jele.host jele.io jele.site jelenia-gora.pl jellybean.jp jeonbuk.kr jeonnam.kr jessheim.no jevnaker.no jgora.pl jimdofree.com jimdosite.com '
      'jl.cn jogasz.hu joinville.br jolster.no jondal.no jor.br jorpeland.no jotelulu.cloud journal.aero journalist.aero jouwweb.site jozi.biz '
      'jp.net jpn.com jpn.org js.cn js.org ju.mp juno.com jur.pro jus.br jx.cn '
    when 'k' then
      ' k.bg k.se k12.ec k12.il k12.tr k12.vi kaas.gg kabelmail.de kafjord.no kagawa.jp kagoshima.jp kakao.com kalisz.pl kalmykia.ru kalmykia.su '
      'kaluga.su kanagawa.jp kansascity.com kapsi.fi karacol.su karaganda.su karasjohka.no karasjok.no karelia.su karlsoy.no karmoy.no karpacz.pl '
      'kartuzy.pl kasserver.com kaszuby.pl katowice.pl kautokeino.no kawaiishop.jp kazimierz-dolny.pl keemail.me keliweb.cloud kep.tr kepno.pl '
      'ketrzyn.pl keymachine.de keyword-on.net kg.kr kh.ua khakassia.su khanhhoa.vn kharkiv.ua kharkov.ua kherson.ua khmelnitskiy.ua '
      'khmelnytskyi.ua khplay.nl kicks-ass.net kicks-ass.org kids.us kiengiang.vn kiev.ua kikirara.jp kill.jp kilo.jp kinghost.net kirara.st '
      'kirkenes.no kirovograd.ua kiwi.nz kiwibox.com klabu.no klepp.no klodzko.pl km.ua knightpoint.systems knowsitall.info knx-server.net '
      'kobierzyce.pl kochi.jp kolobrzeg.pl kolumbus.fi komforb.se kommunalforbund.se kommune.no komvux.se kongsberg.no kongsvinger.no konin.pl '
      'konskowola.pl kontum.vn konyvelo.hu koobin.events kopervik.no kozow.com kpnmail.nl kr.it kr.ua kraanghke.no kragero.no krakow.pl krasnik.pl '
      'krasnodar.su krellian.net kristiansand.no kristiansund.no krodsherad.no krokstadelva.no kropyvnytskyi.ua krym.ua ks.ua ks.us kuleuven.cloud '
      'kumamoto.jp kurgan.su kuron.jp kustanai.ru kustanai.su kutno.pl kv.ua kvafjord.no kvalsund.no kvam.no kvanangen.no kvinesdal.no '
      'kvinnherad.no kviteseid.no kvitsoy.no ky.us kyiv.ua kyoto.jp '
    when 'l' then
      ' l-o-g-i-n.de l.bg l.se la-spezia.it la.us laakesvuemie.no lab.ms ladesk.com lahppi.no laichau.vn lakas.hu lamdong.vn lanbib.se '
      'land-4-sale.us land.ru langevag.no langson.vn laocai.vn laposte.net lapy.pl laquila.it lardal.no larvik.no laspezia.it latina.it lavagis.no '
      'lavangen.no law.com law.pro law.za lawyer.com laz.it lazio.it lc.it lcube-server.de le.it leadpages.co leangaviika.no leasing.aero '
      'lebesby.no lebork.pl lebtimnetz.de lecce.it lecco.it leczna.pl leg.br legalmail.it legnica.pl leikanger.no leilao.br leirfjord.no leirvik.no '
      'leitungsen.de leka.no leksvik.no lel.br lelux.site lenug.su lenvik.no lerdal.no lesja.no levanger.no lex.bg lezajsk.pl lg.jp lg.ua li.it '
      'lib.ee libero.it libp2p.direct lier.no lierne.no lig.it liguria.it likes-pie.com likescandy.com lillehammer.no lillesand.no lima-city.at '
      'lima-city.ch lima-city.de lima-city.rocks lima.zone limanowa.pl lindas.no lindesnes.no linkyard-cloud.ch linkyard.cloud list.ru '
      'littlestar.jp live-on.net live-website.com live.at live.be live.ca live.ch live.cl live.cn live.co.kr live.co.uk live.co.za live.com '
      'live.com.ar live.com.au live.com.mx live.com.my live.com.pt live.com.sg live.de live.dk live.es live.fi live.fr live.hk live.ie live.in '
      'live.it live.jp live.nl live.no live.pt live.ru live.se livejournal.com livorno.it lk3.ru ln.cn lo.it loabat.no localcert.net '
      'localhostcert.net localplayer.dev lodi.it lodingen.no lodz.pl log.br loginline.app loginline.dev loginline.io loginline.services '
      'loginline.site loginto.me logistics.aero logoip.com logoip.de lohmus.me loisirs.bj lolipop.io lolipopmc.jp lolitapunk.jp lom.it lom.no '
      'lombardia.it lombardy.it lomo.jp lomza.pl londrina.br longan.vn looksmart.com loppa.no lorenskog.no loseyourip.com loten.no lovepop.jp '
      'lovesick.jp lowicz.pl lpages.co lpusercontent.com lt.it lt.ua ltd.cy ltd.gi ltd.hk ltd.lk ltd.ng ltd.ua ltd.uk lu.it lubartow.pl lubin.pl '
      'lublin.pl lucania.it lucca.it lugansk.ua luhansk.ua lukow.pl lund.no lunner.no luroy.no luster.no lutsk.ua luukku.com lv.ua lviv.ua '
      'lycos.co.uk lycos.com lycos.de lycos.es lycos.it lycos.nl lyngdal.no lyngen.no '
    when 'm' then
      ' m.bg m.se ma.us mac.com macapa.br maceio.br macerata.it madethis.site mafelo.net magazine.aero magenta.at mail-tester.com mail.az mail.be '
      'mail.bg mail.by mail.co.za mail.com mail.com.tr mail.dk mail.ee mail.gr mail.ie mail.md mail.me mail.nu mail.pf mail.pl mail.pt mail.ru '
      'mail.ua mail.wtf mail2web.com mailbox.org mailinator.com main.jp maintenance.aero malatvuopmi.no malbork.pl malopolska.pl malselv.no '
      'malvik.no manaus.br mandal.no mangyshlak.su mantova.it maori.nz mar.it marche.it marine.ru maringa.br marker.no marketplace.aero '
      'marnardal.no masfjorden.no masoy.no masrawy.com massa-carrara.it massacarrara.it mat.br matera.it matlab.cloud matrix.jp matta-varjjat.no '
      'mayfirst.info mayfirst.org mazeplay.com mazowsze.pl mazury.pl mb.ca mb.it mc.it mcdir.me mcdir.ru mchsi.com mcpre.ru md.us me.com me.eg '
      'me.in me.it me.ke me.so me.ss me.tz me.uk me.us med.br med.ec med.ee med.ht med.ly med.om med.pa med.pl med.pro med.sa med.sd medecin.fr '
      'medecin.km media.aero media.hu media.pl mediatech.by mediatech.dev medicina.bo medio-campidano.it mediocampidano.it medscape.com '
      'medusajs.app mein-iserv.de mein-vigor.de meinforum.net meland.no meldal.no melhus.no meloy.no memset.net meraker.no merseine.nu messerli.app '
      'messina.it messwithdns.com metacrawler.com meteorapp.com mex.com mi.it mi.th mi.us miasta.pl microlight.aero midsund.no midtre-gauldal.no '
      'mie.jp mielec.pl mielno.pl mil.ac mil.ae mil.al mil.ar mil.az mil.ba mil.bo mil.br mil.by mil.cl mil.cn mil.co mil.cy mil.do mil.ec mil.eg '
      'mil.fj mil.gh mil.gt mil.hn mil.id mil.in mil.io mil.iq mil.jo mil.kg mil.km mil.kr mil.kz mil.lv mil.mg mil.mv mil.my mil.mz mil.ng mil.ni '
      'mil.no mil.nz mil.pe mil.ph mil.pl mil.py mil.qa mil.ru mil.rw mil.sh mil.st mil.sy mil.tj mil.tm mil.to mil.tr mil.tt mil.tw mil.tz mil.uy '
      'mil.vc mil.ve mil.ye mil.za mil.zm mil.zw milan.it milano.it mimoza.jp mincom.tn mindspring.com mine.nu miniserver.com minisite.ms '
      'mircloud.host mircloud.ru mircloud.us misconfused.org mittwald.info mittwaldserver.info miyagi.jp miyazaki.jp mjondalen.no mk.ua mlbfan.org '
      'mmafan.biz mn.it mn.us mo-i-rana.no mo-siemens.io mo.cn mo.it mo.us moareke.no mobi.gp mobi.ke mobi.ng mobi.tz mod.gi modalen.no '
      'modelling.aero modelscape.com modena.it mods.jp modum.no modx.dev mol.it molde.no molise.it mond.jp money.bj mongolian.jp montevideo.com.uy '
      'monza-brianza.it monza-e-della-brianza.it monza.it monzabrianza.it monzaebrianza.it monzaedellabrianza.it moo.jp moonscale.net mordovia.ru '
      'mordovia.su morena.br mosjoen.no moskenes.no moss.no mosvik.no movimiento.bo mozmail.com mp.br mr.no mragowo.pl ms.it ms.kr ms.us msk.ru '
      'msk.su msn.cn msn.co.uk msn.com msn.com.au msn.nl mt.it mt.us muni.il muosat.no murmansk.su mus.br museum.mv museum.no museum.om musica.ar '
      'musica.bo musician.io mutual.ar mwcloudnonprod.com my-firewall.org my-gateway.de my-router.de my-vigor.de my-wan.de my.id '
      'myactivedirectory.com myamaze.net myasustor.com mycloudnas.com mydatto.com mydatto.net mydbserver.com myddns.rocks mydissent.net mydns.bz '
      'mydns.jp mydns.tw mydns.vc mydobiss.com mydomain.com mydrobo.com myds.me myeffect.net myfast.host myfast.space myfirewall.org '
      'myforum.community myfritz.link myfritz.net myftp.biz myftp.org myhome-server.de myiphost.com myjino.ru mykolaiv.ua mymediapc.net '
      'mynascloud.com mypep.link mypets.ws myphotos.cc mypi.co myportfolio.com mypsx.net myqnapcloud.cn myqnapcloud.com myradweb.net myrdbx.io '
      'mysecuritycamera.com mysecuritycamera.net mysecuritycamera.org myshopblocks.com myshopify.com myspreadshop.at myspreadshop.be '
      'myspreadshop.ca myspreadshop.ch myspreadshop.com myspreadshop.de myspreadshop.dk myspreadshop.es myspreadshop.fi myspreadshop.fr '
      'myspreadshop.ie myspreadshop.it myspreadshop.net myspreadshop.nl myspreadshop.no myspreadshop.pl myspreadshop.se mystrikingly.com '
      'mytabit.com mytis.ru mytuleap.com myvnc.com myway.com mywire.org '
    when 'n' then
      ' n.bg n.se n4t.co na.it na4u.ru naamesjevuemie.no nagano.jp nagasaki.jp naklo.pl nalchik.ru nalchik.su namaste.jp namdalseid.no namdinh.vn '
      'name.az name.com name.eg name.et name.fj name.hr name.mk name.mv name.my name.ng name.pm name.pr name.qa name.tj name.tr name.tt name.vn '
      'namsos.no namsskogan.no nannestad.no naples.it napoli.it nara.jp naroy.no narviika.no narvik.no nat.cu nat.tn natal.br nate.com natural.bo '
      'naturbruksgymn.se naustdal.no naver.com navigation.aero navoi.su navuotna.no nb.ca nc.tr nc.us nd.us ne.jp ne.ke ne.kr ne.tz ne.ug ne.us '
      'neat-url.com nedre-eiker.no nerdpol.ovh nesna.no nesodden.no nesoddtangen.no nesseby.no nesset.no net-freaks.com net.ac net.ae net.af net.ag '
      'net.ai net.al net.am net.ar net.au net.az net.ba net.bb net.bh net.bj net.bm net.bn net.bo net.br net.bs net.bt net.bz net.ci net.cm net.cn '
      'net.co net.cu net.cv net.cw net.cy net.dm net.do net.dz net.ec net.eg net.et net.fj net.fm net.ge net.gg net.gl net.gn net.gp net.gr net.gt '
      'net.gu net.gy net.hk net.hn net.ht net.id net.il net.im net.in net.io net.iq net.ir net.je net.jo net.kg net.ki net.kn net.kw net.ky net.kz '
      'net.la net.lb net.lc net.lk net.lr net.ls net.lv net.ly net.ma net.me net.mk net.ml net.mo net.ms net.mt net.mu net.mv net.mw net.mx net.my '
      'net.mz net.na net.nf net.ng net.ni net.nr net.nz net.om net.pa net.pe net.ph net.pk net.pl net.pn net.pr net.ps net.pt net.py net.qa net.ru '
      'net.rw net.sa net.sb net.sc net.sd net.sg net.sh net.sl net.so net.ss net.st net.sy net.th net.tj net.tm net.tn net.to net.tr net.tt net.tw '
      'net.ua net.uk net.uy net.uz net.vc net.ve net.vi net.vn net.vu net.ws net.ye net.za net.zm netcabo.pt netcologne.de netcom.com netfy.app '
      'netgamers.jp netins.net netlify.app netscape.com netscape.net netspace.net.au netzero.com netzero.net neuf.fr newmail.ru news.hu nf.ca '
      'nflfan.org nfshost.com nghean.vn ngo.lk ngo.ng ngo.ph ngo.us ngo.za ngrok-free.app ngrok-free.dev ngrok.app ngrok.dev ngrok.io ngrok.pizza '
      'ngrok.pro nh.us nhlfan.net nhs.uk nic.in nic.tj nic.za nieruchomosci.pl niigata.jp nikita.jp nikolaev.ua nimsite.uk ninhbinh.vn ninhthuan.vn '
      'nis.za nissedal.no niteroi.br nittedal.no nj.us nl.ca nl.no nm.cn nm.us no-ip.biz no-ip.ca no-ip.info no-ip.net no-ip.org no.it nobushi.jp '
      'nog.community noho.st nohost.me noip.me noip.us nom.ag nom.co nom.es nom.fr nom.io nom.km nom.mg nom.nc nom.ni nom.pa nom.pe nom.pl nom.ro '
      'nom.tm nom.ve nom.za nombre.bo nome.cv nome.pt noop.app noor.jp nord-aurdal.no nord-fron.no nord-odal.no norddal.no nordkapp.no '
      'nordre-land.no nordreisa.no nore-og-uvdal.no north-kazakhstan.su not.br notaires.fr notaires.km noticeable.news noticias.bo notion.site '
      'notodden.no notteroy.no nov.ru nov.su novara.it novecore.site now-dns.net now-dns.org now-dns.top now.sh nowaruda.pl ns.ca nsn.us '
      'nsupdate.info nsw.au nt.au nt.ca nt.no nt.ro ntdll.top ntlworld.com ntr.br nu.ca nu.it numericable.com nuoro.it nv.us nvbell.net nx.cn '
      'ny.com ny.us nyanta.jp nyat.app nyc.com nyc.mn nysa.pl nz.basketball '
    when 'o' then
      ' o.bg o.se o0o0.jp o2.co.uk o2.pl o2mail.de o2online.de oath.com obl.ong obninsk.su observablehq.cloud ocn.ne.jp od.ua odda.no odesa.ua '
      'odessa.ua odo.br of.by of.je of.no off.ai office-on-the.net official.academy official.ec og.ao og.it ogliastra.it oh.us oi.com.br oita.jp '
      'ok.us okayama.jp okinawa.jp oksnes.no ol.no olawa.pl olbia-tempio.it olbiatempio.it olecko.pl olkusz.pl olsztyn.pl omasvuotna.no omg.lol '
      'omniwe.site on-aptible.com on-the-web.tv on-web.fr on.ca onavstack.net ondigitalocean.app onet.com.pl onet.eu onet.pl onfabrica.com ong.br '
      'online.de online.th onlinehome.de onmilwaukee.com onporter.run onrender.com onthewifi.com ooguy.com oops.jp op.pl opencraft.hosting '
      'opensocial.site operaunite.com opoczno.pl opole.pl oppdal.no oppegard.no optimum.net optonline.net optusnet.com.au or.at or.bi or.ci or.cr '
      'or.id or.it or.jp or.ke or.kr or.mu or.pw or.th or.tz or.ug or.us orange.fr orange.net orangecloud.tn org.ac org.ae org.af org.ag org.ai '
      'org.al org.am org.ao org.ar org.au org.az org.ba org.bb org.bh org.bi org.bj org.bm org.bn org.bo org.br org.bs org.bt org.bw org.bz org.ci '
      'org.cn org.co org.cu org.cv org.cw org.cy org.dm org.do org.dz org.ec org.ee org.eg org.es org.et org.fj org.fm org.ge org.gg org.gh org.gi '
      'org.gl org.gn org.gp org.gr org.gt org.gu org.gy org.hk org.hn org.ht org.hu org.il org.im org.in org.io org.iq org.ir org.je org.jo org.kg '
      'org.ki org.km org.kn org.kp org.kw org.ky org.kz org.la org.lb org.lc org.lk org.lr org.ls org.lv org.ly org.ma org.me org.mg org.mk org.ml '
      'org.mn org.mo org.ms org.mt org.mu org.mv org.mw org.mx org.my org.mz org.na org.ng org.ni org.nr org.nz org.om org.pa org.pe org.pf org.ph '
      'org.pk org.pl org.pn org.pr org.ps org.pt org.py org.qa org.ro org.rs org.ru org.rw org.sa org.sb org.sc org.sd org.se org.sg org.sh org.sl '
      'org.sn org.so org.ss org.st org.sv org.sy org.sz org.tj org.tm org.tn org.to org.tr org.tt org.tw org.ua org.ug org.uk org.uy org.uz org.vc '
      'org.ve org.vi org.vn org.vu org.ws org.ye org.yt org.za org.zm org.zw oristano.it orkanger.no orkdal.no orland.no orsites.com orskog.no '
      'orsta.no orx.biz osaka.jp osasco.br osen.no oslo.no osnanet.de osoyro.no osteroy.no ostre-toten.no ostroda.pl ostroleka.pl ostrowiec.pl '
      'ostrowwlkp.pl ot.it ote.bj other.nf outlook.at outlook.be outlook.bg outlook.cl outlook.co.id outlook.co.il outlook.co.nz outlook.co.th '
      'outlook.com outlook.com.ar outlook.com.au outlook.com.br outlook.com.gr outlook.com.pe outlook.com.tr outlook.com.vn outlook.cz outlook.de '
      'outlook.dk outlook.es outlook.fr outlook.hu outlook.ie outlook.in outlook.it outlook.jp outlook.kr outlook.lv outlook.my outlook.nl '
      'outlook.ph outlook.pt outlook.ro outlook.sa outlook.sg outlook.sk outsystemscloud.com overhalla.no ovre-eiker.no own.pm ownip.net '
      'ownprovider.com ox.rs oxa.cloud oy.lc oya.to oyer.no oygarden.no oystre-slidre.no oz.au ozemail.com.au '
    when 'p' then
      ' p.bg p.se pa.it pa.us pabianice.pl pacbell.net padova.it padua.it pages.dev pages.gay pagespeedmobilizer.com pagexl.com palermo.it palmas.br '
      'pandora.be panel.dev panel.gg pantheonsite.io parachuting.aero paragliding.aero parallel.jp parasite.jp parliament.nz parma.it parrot.com '
      'parti.se passenger-association.aero patria.bo pavia.it paynow.cx pb.ao pc.it pc.pl pd.it pdns.page pe.ca pe.hu pe.it pe.kr pec.it pecori.jp '
      'peewee.jp penne.jp penza.su peoplepc.com pepper.jp per.jo per.la per.nf perma.jp perso.ht perso.sn perso.tn perspecta.cloud perugia.it '
      'pesaro-urbino.it pesarourbino.it pescara.it pg.in pg.it pgafan.net pgfog.com pgw.jp pharmacien.fr pharmaciens.km phd.jo phutho.vn phuyen.vn '
      'pi.it piacenza.it piedmont.it piemonte.it pigboat.jp pila.pl pilot.aero pimienta.org pinoko.jp pipeline.com pisa.it pistoia.it pisz.pl '
      'pixolino.com pl.ua plala.or.jp planet.nl platform0.app platter-app.com platter-app.dev platterp.us playstation-cloud.com plc.ly plc.ng '
      'plc.uk plesk.page pleskns.com pley.games plo.ps plock.pl plurinacional.bo plus.com plusnet.com pmn.it pn.it po.it poa.br pobox.com pochta.ru '
      'poczta.fm podhale.pl podlasie.pl podzone.net podzone.org point2this.com pointto.us poivron.org pokrovsk.su pol.dz pol.ht pol.tr police.uk '
      'politica.bo polkowice.pl poltava.ua polyspace.com pomorskie.pl pomorze.pl poniatowa.pl ponpes.id pordenone.it porsanger.no porsangu.no '
      'porsgrunn.no port.fr post.com post.cz post.in post.sk poste.it posteo.eu posteo.net posteo.org postman-echo.com potager.org potenza.it '
      'powiat.pl poznan.pl pp.az pp.ru pp.se pp.ua ppg.br pr.it pr.us prato.it prd.fr prd.km prd.mg prequalifyme.today press.aero press.cy press.ma '
      'press.se presse.km presse.ml pri.ee primetel.cloud principe.st priv.at priv.hu priv.me priv.no priv.pl privacy.net '
      'privatizehealthinsurance.net pro.az pro.br pro.cy pro.ec pro.fj pro.ht pro.in pro.mv pro.om pro.pr pro.tt pro.vn prochowice.pl prodigy.net '
      'production.aero prof.pr profesional.bo project.space proton.me protonet.io protonmail.ch protonmail.com proximus.be pruszkow.pl prvcy.page '
      'przeworsk.pl psc.br psi.br pstmn.io pt.it ptd.net pu.it pub.sa publ.cv publ.pt public-inquiry.uk pubtls.org pueblo.bo pug.it puglia.it '
      'pulawy.pl punyu.jp pupu.jp pussycat.jp pv.it pvh.br pvt.ge pya.jp pyatigorsk.ru pymnt.uk pythonanywhere.com pz.it '
    when 'q' then
      ' q.bg q.com qa2.com qbuser.com qc.ca qcx.io qh.cn qld.au qoto.io qq.cn qq.com qq.my qsl.br qualifioapp.com quangbinh.vn quangnam.vn '
      'quangngai.vn quangninh.vn quangtri.vn quicknet.nl quicksytes.com quizzes.cx qwest.net '
    when 'r' then
      ' r.bg r.se r2.dev r7.com ra.it rackmaze.com rackmaze.net rade.no radio.am radio.br radio.fm radom.pl radoy.no ragusa.it rahkkeravju.no '
      'raholt.no raindrop.jp raisa.no rakkestad.no ralingen.no rambler.ru rana.no randaberg.no rar.ve ras.ru rauma.no ravendb.cloud '
      'ravendb.community ravendb.run ravenna.it rawa-maz.pl rc.it rcn.com rdy.jp re.it re.kr read-books.org readmyblog.org readthedocs-hosted.com '
      'readthedocs.io readymade.jp realestate.pl realm.cz rec.br rec.nf rec.ro rec.ve recht.pro recife.br recreation.aero red.sv rediffmail.com '
      'rediffmailpro.com redirectme.net reg.dk reggio-calabria.it reggio-emilia.it reggiocalabria.it reggioemilia.it reklam.hu rel.ht rel.pl '
      'remotewd.com rendalen.no rennebu.no rennesoy.no rep.br rep.kp repbody.aero repl.co repl.run replit.app replit.dev res.aero res.in '
      'research.aero researched.cx reservd.com reserve-online.com reserve-online.net resindevice.io restaurant.bj resto.bj revista.bo rg.it rgr.jp '
      'rhcloud.com ri.it ri.us ribeirao.br rieti.it riik.ee rimini.it rin.ru rindal.no ringebu.no ringerike.no ringsaker.no rio.br riobranco.br '
      'riopreto.br riseup.net risor.no rissa.no rivne.ua rl.no rm.it rn.it ro.it roadrunner.com roan.no rocketmail.com rocky.page rodoy.no '
      'rogers.com rollag.no roma.it rome.it romsa.no romskog.no roros.no rost.no rotorcraft.aero router.management routingthecloud.com '
      'routingthecloud.net routingthecloud.org rovigo.it rovno.ua royal-commission.uk royken.no royrvik.no rr.com rs.ba rt.ht ru.com ru.net rub.de '
      'ruhr-uni-bochum.de rulez.jp runbox.no runcontainers.dev ruovat.no rv.ua rybnik.pl rygge.no rzeszow.pl '
    when 's' then
      ' s.bg s.se sa.au sa.com sa.cr sa.it sadist.jp safety.aero saga.jp saitama.jp sakura.tv sakuratan.com sakuraweb.com salangen.no salat.no '
      'salerno.it saloon.jp saltdal.no salud.bo salvador.br samnanger.no sampa.br sandcats.io sandefjord.no sandnes.no sandnessjoen.no sandoy.no '
      'sanok.pl sanook.com santamaria.br santoandre.br saobernardo.br saogonca.br saotome.st sapo.ao sapo.pt sar.it sardegna.it sardinia.it '
      'sarpsborg.no sassari.it sauda.no saudia.com sauherad.no saves-the-whales.com savona.it sb.ua sbcglobal.net sblo.jp sc.cn sc.ke sc.kr sc.ls '
      'sc.tz sc.ug sc.us scarlet.be sch.ae sch.id sch.ir sch.jo sch.lk sch.ly sch.ng sch.qa sch.sa sch.ss sch.tf sch.wf sch.zm schokokeks.net '
      'school.ge school.nz school.za schoolbus.jp schulplattform.de schulserver.de sci.eg sci.fi scientist.aero scrapper-site.net scrapping.cc '
      'scrysec.com scubadiving.com sd.cn sd.us sdf.org sdscloud.pl se.net seanet.com sebastopol.ua sec.ps secaas.hk secret.jp securitytactics.com '
      'seg.br seidat.net sejny.pl sel.no selbu.no selfip.biz selfip.com selfip.info selfip.net selfip.org selje.no seljord.no sellfy.store '
      'sells-for-less.com sells-for-u.com sells-it.net sellsyourhome.org senasa.ar senseering.net seoul.kr servebbs.com servebbs.net servebbs.org '
      'servebeer.com serveblog.net servebolt.cloud servecounterstrike.com serveexchange.com serveftp.com serveftp.net serveftp.org servegame.com '
      'servegame.org servehalflife.com servehttp.com servehumour.com serveirc.com serveminecraft.net servemp3.com servep2p.com servepics.com '
      'servequake.com server-on.net servername.us servers.run servesarcasm.com service.one services.aero sevastopol.ua sex.hu sex.pl seznam.cz '
      'sf.no sfr.fr sh.cn shacknet.nu shaw.ca she.com sheezy.games shiftedit.io shiga.jp shimane.jp shizuoka.jp shop.ht shop.hu shop.pl shop.ro '
      'shop.th shoparena.pl shopify.com shopitsite.com shopselect.net shopware.shop shopware.store show.aero shw.io si.it sic.it sicilia.it '
      'sicily.it siellak.no siena.it sieradz.pl sify.com sigdal.no siiites.com siljan.no simple-url.com simplelogin.com simplesite.com '
      'simplesite.gr simplesite.pl sina.cn sina.com sinaapp.com singnet.com.sg singpost.com siracusa.it sirdal.no site123.me siteleaf.net sjc.br '
      'sk.ca skanit.no skanland.no skaun.no skedsmo.no skedsmokorset.no ski.no skien.no skierniewice.pl skierva.no skiff.com skiptvet.no skjak.no '
      'skjervoy.no sklep.pl skoczow.pl skodje.no skr.jp sky.com skydiving.aero skygearapp.com skynet.be slask.pl slattum.no sld.do sld.pa slg.br '
      'slupsk.pl slz.br sm.ua small-web.org smola.no smushcdn.com sn.cn snaase.no snasa.no snet.net snillfjord.no snoasa.no so-net.ne.jp so.it '
      'soc.dz soc.lk sochi.su soctrang.vn softbank.ne.jp software.aero sogndal.no sogne.no sohu.com sohu.net sokndal.no sola.no solcon.nl solund.no '
      'somna.no sondre-land.no sondrio.it songdalen.no sonla.vn sopot.pl sor-aurdal.no sor-fron.no sor-odal.no sor-varanger.no sorfold.no '
      'sorocaba.br sorreisa.no sortland.no sorum.no sos.pl sosnowiec.pl soundcast.me sp.it sp.nl space-to-rent.com space.com spacekit.io '
      'spacewar.com spb.ru spb.su spdns.de spdns.eu spdns.org spjelkavik.no sport.eg sport.hu spray.se sprynet.com spydeberg.no square.site '
      'square7.ch square7.de square7.net squares.net squarespace.com sr.it srht.site srv.br srv.us ss.it st.no staba.jp stackhero-network.com '
      'stackit.gg stackit.rocks stackit.run stackit.zone stalowa-wola.pl stange.no starachowice.pl stargard.pl starmedia.com startmail.nl stat.no '
      'stathelle.no static-access.net stavanger.no stavern.no steigen.no steinkjer.no stjordal.no stjordalshalsen.no stofanet.dk stokke.no '
      'stor-elvdal.no stord.no stordal.no store.bb store.dk store.nf store.ro store.st store.ve storebase.store storfjord.no storipress.app '
      'storj.farm strand.no stranda.no strapiapp.com streak-link.com streaklinks.com streakusercontent.com streamlit.app streamlitapp.com '
      'strikingly.com stripper.jp stryn.no student.aero stuff-4-sale.org stuff-4-sale.us stufftoread.com sub.jp substack.com suddenlink.net '
      'suedtirol.it sula.no suldal.no suli.hu sumy.ua sund.no sunndal.no sunnyday.jp suomi24.fi supabase.co supabase.in supabase.net supereva.it '
      'supersale.jp surnadal.no surveys.so suwalki.pl sv.it svalbard.no sveio.no svelvik.no svn-repos.de swbell.net sweb.cz sweetpepper.org '
      'swidnica.pl swidnik.pl swiebodzin.pl swinoujscie.pl swissinfo.org swissonline.ch sx.cn sykkylven.no sympatico.ca syncloud.it syno-ds.de '
      'synology-diskstation.de synology-ds.de synology.me sytes.net szczecin.pl szczytno.pl szex.hu szkola.pl '
    when 't' then
      ' t-online.de t-online.hu t.bg t.se ta.it taa.it taifun-dns.de talkcity.com talktalk.co.uk talktalk.net tana.no tananger.no tank.jp taranto.it '
      'targi.pl tarnobrzeg.pl tas.au tashkent.su taveusercontent.com taxi.aero taxi.br tayninh.vn tc.br tcp4.me tdcadsl.dk tds.net te.it te.ua '
      'teaches-yoga.com tec.br tec.ve tech.orange techspot.com tecnologia.bo tel.tr tele2.nl tele2.se telebit.app telebit.io telefonica.es '
      'telenet.be telepac.pt telfort.nl telstra.com telus.net temp-dns.com temp-mail.org tempio-olbia.it tempioolbia.it tempurl.host teo.br '
      'teramo.it termez.su terni.it ternopil.ua terra.cl terra.com terra.com.ar terra.com.br terra.es tesco.net test-iserv.de test.de test.ru '
      'test.tj tests.cx tgory.pl thaibinh.vn thainguyen.vn thanhhoa.vn thanhphohochiminh.vn the.br theglobe.com theshop.jp theworkpc.com thick.jp '
      'thingdustdata.com thirdage.com thruhere.net thuathienhue.vn tickets.io tiengiang.vn time.no tin.it tingvoll.no tinn.no tiscali.at tiscali.be '
      'tiscali.co.uk tiscali.it tiscali.lu tiscali.se tj.cn tjeldsund.no tjome.no tksat.bo tlon.network tm.cy tm.dz tm.fr tm.hu tm.km tm.mc tm.no '
      'tm.pl tm.ro tm.se tm.za tmp.br tn.it tn.us to.it tochigi.jp togliatti.su tokke.no tokushima.jp tokyo.jp tolga.no tom.com tonkotsu.jp '
      'tonsberg.no toolforge.org torino.it torproject.net torsken.no torun.pl tos.it toscana.it tottori.jp tourism.bj tourism.pl tourism.tn '
      'townnews-staging.com toyama.jp tozsde.hu tp.it tpg.com.au tr.it tr.no tra.kp trader.aero trading.aero traeumtgerade.de trafficmanager.net '
      'trafficplex.cloud trainer.aero trana.no tranby.no trani-andria-barletta.it trani-barletta-andria.it traniandriabarletta.it '
      'tranibarlettaandria.it tranoy.no translate.goog translated.page transporte.bo trapani.it travel.in travel.pl travinh.vn trd.br '
      'trentin-sud-tirol.it trentin-sudtirol.it trentin-sued-tirol.it trentin-suedtirol.it trentino-a-adige.it trentino-aadige.it '
      'trentino-alto-adige.it trentino-altoadige.it trentino-s-tirol.it trentino-stirol.it trentino-sud-tirol.it trentino-sudtirol.it '
      'trentino-sued-tirol.it trentino-suedtirol.it trentino.it trentinoa-adige.it trentinoaadige.it trentinoalto-adige.it trentinoaltoadige.it '
      'trentinos-tirol.it trentinostirol.it trentinosud-tirol.it trentinosudtirol.it trentinosued-tirol.it trentinosuedtirol.it trentinsud-tirol.it '
      'trentinsudtirol.it trentinsued-tirol.it trentinsuedtirol.it trento.it treviso.it trieste.it troandin.no trogstad.no troitsk.su tromsa.no '
      'tromso.no trondheim.no try-snowplow.com trycloudflare.com trysil.no ts.it ts.net tselinograd.su tsk.tr tt.im tula.su tuleap-partners.com '
      'tumblr.com tunk.org tur.ar tur.br turek.pl turin.it turystyka.pl tuscany.it tutamail.com tutanota.de tuva.su tuxfamily.org tuyenquang.vn '
      'tv.bb tv.bo tv.br tv.eg tv.im tv.in tv.it tv.jo tv.sd tv.tr tv.tz tvedestrand.no tw.cn twmail.cc twmail.net twmail.org tx.us tychy.pl '
      'tydal.no tynset.no typedream.app typepad.com typo3server.info tysfjord.no tysnes.no tysvar.no '
    when 'u' then
      ' u.bg u.se ua.rs uber.space ud.it udi.br udine.it ufcfan.org uh-oh.jp uk.com uk.in uk.net ukr.net ullensaker.no ullensvang.no ulsan.kr '
      'ulvik.no umb.it umbria.it under.jp undo.jp uni5.net unican.es unicloud.pl union.aero unison-services.cloud unitybox.de univ.bj univ.sn '
      'unjarga.no unusualperson.com uol.com.ar uol.com.br uol.com.co uol.com.mx uol.com.ve up.in upcmail.at upcmail.hu upcmail.ie upcmail.nl '
      'upli.io upper.jp upsunapp.com urbino-pesaro.it urbinopesaro.it uri.arpa url.tw urn.arpa urown.cloud us.com us.in us.kg us.org usa.com '
      'usa.net usercontent.jp ustka.pl ut.us utanet.at utazas.hu utsira.no utwente.io uwu.ai uz.ua uzhgorod.ua uzhhorod.ua '
    when 'v' then
      ' v-info.info v.bg v.ua v0.build va.it va.no va.us vaapste.no vadso.no vaga.no vagan.no vagsoy.no vaksdal.no val-d-aosta.it val-daosta.it '
      'vald-aosta.it valdaosta.it valle-aosta.it valle-d-aosta.it valle-daosta.it valle.no valleaosta.it valled-aosta.it valledaosta.it '
      'vallee-aoste.it vallee-d-aoste.it valleeaoste.it valleedaoste.it vang.no vanylven.no vao.it vapor.cloud vaporcloud.io vardo.no varese.it '
      'varggat.no varoy.no vb.it vc.it vda.it ve.it vefsn.no vega.no vegarshei.no velvet.jp ven.it veneto.it venezia.it venice.it vennesla.no '
      'verbania.it vercel.app vercel.dev vercelli.it verdal.no verizon.net verona.it verran.no versatel.nl verse.jp versus.jp vestby.no vestnes.no '
      'vestre-slidre.no vestre-toten.no vestvagoy.no vet.br veterinaire.fr veterinaire.km vevelstad.no vf.no vgs.no vi.it vi.us vibo-valentia.it '
      'vibovalentia.it vic.au vicenza.it video.hu vik.no vikna.no vindafjord.no vinhlong.vn vinhphuc.vn vinnica.ua vinnytsia.ua vipsinaapp.com '
      'virgilio.it virgin.net virginmedia.co.uk virginmedia.com virtual-user.de virtualserver.io virtualuser.de viterbo.it vivian.jp vix.br '
      'vladikavkaz.ru vladikavkaz.su vladimir.ru vladimir.su vlog.br vn.ua voagat.no vodafone.de vodafonemail.de voila.fr volda.no vologda.su '
      'volyn.ua voo.be voorloper.cloud voss.no vossevangen.no vp4.me vpndns.net vpnplus.to vps-host.net vr.it vs.it vt.it vt.us vtxmail.ch '
      'vusercontent.net vv.it '
    when 'w' then
      ' w-corp-staticblitz.com w-credentialless-staticblitz.com w-staticblitz.com w.bg w.se wa.au wa.us wafflecell.com wakayama.jp walbrzych.pl '
      'walla.co.il wanadoo.co.uk wanadoo.es wanadoo.fr warmia.pl warszawa.pl watson.jp waw.pl wdh.app we.bs web.app web.bo web.de web.do web.gu '
      'web.id web.in web.lk web.nf web.ni web.pk web.tj web.tr web.ve web.za webadorsite.com webflow.io webflowtest.io webhop.biz webhop.info '
      'webhop.me webhop.net webhop.org webhosting.be webindia123.com webjump.com weblike.jp webnode.com webnode.page webredirect.org '
      'websitebuilder.online websozai.jp webspace.rocks webspaceconfig.de webspeed.dk webthings.io weebly.com wegrow.pl westnet.com.au whitesnow.jp '
      'wi.us wielun.pl wiki.bo wiki.br windowslive.com windstream.net withgoogle.com withyoutube.com wix.run wixsite.com wixstudio.com wixstudio.io '
      'wjg.jp wlocl.pl wloclawek.pl wmcloud.org wmflabs.org wnext.app wodzislaw.pl wolomin.pl woltlab-demo.com wordpress.com workers.dev '
      'workinggroup.aero workisboring.com works.aero worse-than.tv wow.com wowway.com wp.pl wp2.host wpdevcloud.com wpenginepowered.com '
      'wphostedmail.com wpmucdn.com wpmudev.host wpsquared.site writesthisblog.com wroc.pl wroclaw.pl wv.us www.ro wy.us '
    when 'x' then
      ' x.bg x.se x0.com x0.to x443.pw xii.jp xj.cn xmit.dev xnbay.com xoom.com xs4all.nl xs4all.space xz.cn '
    when 'y' then
      ' y.bg y.se ya.com ya.ru yahoo.ae yahoo.ar yahoo.at yahoo.be yahoo.ca yahoo.ch yahoo.cl yahoo.cn yahoo.co yahoo.co.id yahoo.co.il yahoo.co.in '
      'yahoo.co.jp yahoo.co.kr yahoo.co.nz yahoo.co.th yahoo.co.uk yahoo.co.za yahoo.com yahoo.com.ar yahoo.com.asia yahoo.com.au yahoo.com.br '
      'yahoo.com.cn yahoo.com.co yahoo.com.es yahoo.com.hk yahoo.com.is yahoo.com.malaysia yahoo.com.mx yahoo.com.my yahoo.com.pe yahoo.com.ph '
      'yahoo.com.ru yahoo.com.sg yahoo.com.tr yahoo.com.tw yahoo.com.ve yahoo.com.vn yahoo.cz yahoo.de yahoo.dk yahoo.es yahoo.fi yahoo.fr yahoo.gr '
      'yahoo.hu yahoo.id yahoo.ie yahoo.in yahoo.it yahoo.jp yahoo.mx yahoo.my yahoo.nl yahoo.no yahoo.om yahoo.ph yahoo.pl yahoo.pt yahoo.ro '
      'yahoo.ru yahoo.se yahoo.uk yahoo.vn yahoofs.com yalta.ua yam.com yamagata.jp yamaguchi.jp yamanashi.jp yandex.by yandex.com yandex.com.tr '
      'yandex.kz yandex.mail yandex.pl yandex.ru yandex.ua yandexcloud.net ybb.ne.jp yeah.net yenbai.vn yk.ca ymail.com ymail.net ymail.org yn.cn '
      'ynh.fr yolasite.com yombo.me yopmail.com you2.pl yourdomain.com '
    when 'z' then
      ' z.bg z.se za.bz za.com za.net za.org zachpomor.pl zagan.pl zakarpattia.ua zakopane.pl zap.cloud zaporizhzhe.ua zaporizhzhia.ua zapto.org '
      'zarow.pl zeabur.app zeelandnet.nl zgierz.pl zgora.pl zgorzelec.pl zhitomir.ua zhytomyr.ua ziggo.nl zip.net zj.cn zlg.br zoho.com zoho.eu '
      'zoho.in zohomail.com zohomail.eu zombie.jp zonnet.nl zp.ua zt.ua zzn.com '
  end) > 0;
end $$;
comment on function private.is_shared_domain is
  'Whether a domain has addresses or sites of unrelated users or companies: that of a free mail provider, a public suffix, or where many have a subdomain.';

create table private.contact_secret (
  is_only_row boolean primary key default true check (is_only_row),
  secret bytea not null
);
comment on table private.contact_secret is 'Key of the hashes of erased contacts. One row, which no role of the API can read.';
comment on column private.contact_secret.is_only_row is 'Always true, so that there is one row.';

insert into private.contact_secret (secret) values (decode(replace(gen_random_uuid()::text || gen_random_uuid(), '-', ''), 'hex'));

create table public.do_not_contact (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references public.customers on delete cascade,
  kind text not null check (kind in ('email', 'domain', 'linkedin', 'company')),
  value text not null constraint do_not_contact_value_length check (char_length(value) <= 2000),
  match_key text collate "C" not null generated always as (private.contact_key(kind, value)) stored,
  reason text check (private.has_text(reason) and char_length(reason) <= 500),
  source text not null check (source in ('form', 'paste', 'import', 'rejection', 'unsubscribed')),
  is_from_member boolean not null default false,
  created_by uuid default auth.uid() references auth.users on delete set null,
  created_at timestamptz not null default clock_timestamp() constraint do_not_contact_created_at_range check (private.is_plausible_date(created_at)),
  removed_at timestamptz constraint do_not_contact_removed_at_range check (private.is_plausible_date(removed_at)),
  is_repeat boolean not null default false
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table public.do_not_contact is
  'Who must not be contacted for a customer. Written by add_do_not_contact and remove_do_not_contact. Changes no decision and no count.';
comment on column public.do_not_contact.kind is 'An email; a domain, with its subdomains; a LinkedIn page; or a company by its name or domain.';
comment on column public.do_not_contact.value is 'The value as it was written.';
comment on column public.do_not_contact.match_key is 'Normalized value: the key of the field that it is compared with.';
comment on column public.do_not_contact.is_from_member is 'Whether a member has added the entry, which members can remove then.';
comment on column public.do_not_contact.removed_at is
  'The entry does not apply since then. It can be restored within 30 minutes, and is deleted later.';
comment on column public.do_not_contact.is_repeat is 'Whether another entry has the same key, since an upgrade changed how keys are made.';

create index do_not_contact_created_idx on public.do_not_contact (customer_id, created_at desc, id desc) where removed_at is null;
create index do_not_contact_removed_idx on public.do_not_contact (customer_id, removed_at) where removed_at is not null;
create unique index do_not_contact_key on public.do_not_contact (customer_id, match_key, kind, (case when is_repeat then id else customer_id end))
  where removed_at is null;
create index do_not_contact_search_idx on public.do_not_contact using gin ((match_key || '') extensions.gin_trgm_ops);

alter table public.do_not_contact
  alter customer_id set statistics 1;

create table public.agency_do_not_contact (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('email', 'domain', 'linkedin', 'company', 'erased')),
  value text not null constraint agency_do_not_contact_value_length check (char_length(value) <= 2000),
  match_key text collate "C" not null generated always as (private.contact_key(kind, value)) stored,
  reason text check (private.has_text(reason) and char_length(reason) <= 500),
  source text not null check (source in ('form', 'paste', 'import', 'rejection', 'unsubscribed', 'erased')),
  created_by uuid default auth.uid() references auth.users on delete set null,
  created_at timestamptz not null default clock_timestamp() constraint agency_do_not_contact_created_at_range check (private.is_plausible_date(created_at)),
  removed_at timestamptz constraint agency_do_not_contact_removed_at_range check (private.is_plausible_date(removed_at)),
  is_repeat boolean not null default false
);
comment on table public.agency_do_not_contact is 'Who must not be contacted for any customer. As do_not_contact; only administrators read it.';
comment on column public.agency_do_not_contact.kind is
  'See do_not_contact.kind; erased: the email or LinkedIn page of an erased contact, of which `value` is the hash.';
comment on column public.agency_do_not_contact.is_repeat is 'See do_not_contact.is_repeat.';

create index agency_do_not_contact_created_idx on public.agency_do_not_contact (created_at desc, id desc) where removed_at is null;
create index agency_do_not_contact_removed_idx on public.agency_do_not_contact (removed_at) where removed_at is not null;
create unique index agency_do_not_contact_key on public.agency_do_not_contact (
  match_key, kind, (case when is_repeat then id else '00000000-0000-0000-0000-000000000000' end)
) where removed_at is null;
create index agency_do_not_contact_search_idx on public.agency_do_not_contact using gin ((match_key || '') extensions.gin_trgm_ops);

create function private.contact_keys(email_key text, linkedin_key text, company text) returns text[] language plpgsql immutable parallel safe as $$
begin
  return array[email_key, linkedin_key, private.index_key(private.text_key(company))] || private.parent_domains(split_part(email_key, '@', 2));
end $$;
comment on function private.contact_keys is 'The keys of entries of do_not_contact that a lead is subject to, besides the domains of its company.';

create function private.erased_key(secret bytea, key text) returns text language sql immutable parallel safe
return encode(sha256(secret || sha256(secret || convert_to(key, 'UTF8'))), 'hex');
comment on function private.erased_key is 'The hash by which an erased contact''s email_key or linkedin_key is recognized.';

-- Keys in arrays: an index is read for each, however many leads and entries there are.
create function private.do_not_contact_matches(customer_id uuid, lead_ids uuid[]) returns table (
  lead_id uuid, is_agency boolean, kind text, value text, reason text, source text, created_at timestamptz
) language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan set enable_nestloop = off set jit = off as $$
#variable_conflict use_column
declare
  ids uuid[];
  emails text[];
  pages text[];
  company_keys text[];
  names text[];
  domains text[];
  owners uuid[];
  keys text[];
  wanted text[];
  secret bytea;
begin
  perform private.require_cardinality('ids', lead_ids, 10000);
  select
    array_agg(lead.id), array_agg(lead.email_key), array_agg(lead.linkedin_key),
    array_agg(private.index_key(private.text_key(lead.company)))
  into ids, emails, pages, company_keys
  from public.leads lead
  where lead.customer_id = do_not_contact_matches.customer_id and lead.id = any (lead_ids);
  wanted := array(select distinct key from unnest(company_keys) key where key is not null);
  select array_agg(employer.name_key), array_agg(employer.domain_key) into names, domains
  from public.companies employer
  where employer.customer_id = do_not_contact_matches.customer_id and employer.name_key = any (wanted) and employer.domain_key is not null;
  select array_agg(id), array_agg(key) into owners, keys
  from (
    select id, unnest(array[email_key, linkedin_key, company_key] || private.parent_domains(split_part(email_key, '@', 2))) as key
    from unnest(ids, emails, pages, company_keys) as lead (id, email_key, linkedin_key, company_key)
    union
    select lead.id, unnest(private.parent_domains(employer.domain_key))
    from unnest(ids, company_keys) as lead (id, name_key)
    join unnest(names, domains) as employer (name_key, domain_key) using (name_key)
  ) own
  where key is not null;
  wanted := array(select distinct unnest(keys));
  return query
    select own.id, false, entry.kind, entry.value, entry.reason, entry.source, entry.created_at
    from unnest(owners, keys) as own (id, key)
    join public.do_not_contact entry on entry.match_key = own.key
    where entry.customer_id = do_not_contact_matches.customer_id and entry.match_key = any (wanted) and entry.removed_at is null;
  return query
    select own.id, true, entry.kind, entry.value, entry.reason, entry.source, entry.created_at
    from unnest(owners, keys) as own (id, key)
    join public.agency_do_not_contact entry on entry.match_key = own.key
    where entry.match_key = any (wanted) and entry.removed_at is null and entry.kind <> 'erased';
  if exists (select from public.agency_do_not_contact entry where entry.kind = 'erased' and entry.removed_at is null) then
    select stored.secret into secret from private.contact_secret stored;
    select array_agg(id), array_agg(key) into owners, keys
    from (
      select distinct id, unnest(private.erased_keys(secret, email_key, linkedin_key)) as key
      from unnest(ids, emails, pages) as lead (id, email_key, linkedin_key)
    ) own;
    return query
      select distinct own.id, true, entry.kind, entry.value, entry.reason, entry.source, entry.created_at
      from unnest(owners, keys) as own (id, key)
      join public.agency_do_not_contact entry on entry.match_key = own.key
      where entry.kind = 'erased' and entry.match_key = any (keys) and entry.removed_at is null;
  end if;
end $$;
comment on function private.do_not_contact_matches is
  'Returns which of a customer''s leads, at most 10,000, must not be contacted: one row for each entry that applies, of the customer or agency-wide, as of the beginning of the statement. Every hand-off leaves these leads out. An entry applies by the email, its domain, the LinkedIn page, and the company by name or by the domain of the customer''s company of that name; by hash if the contact was erased.';

create function private.erased_keys(secret bytea, email_key text, linkedin_key text) returns text[] language plpgsql immutable parallel safe as $$
begin
  return array[
    private.erased_key(secret, email_key), private.erased_key(secret, linkedin_key),
    private.erased_key(secret, replace(linkedin_key, 'linkedin.com/in/', 'linkedin.com/comm/in/')),
    private.erased_key(secret, replace(linkedin_key, 'linkedin.com/in/', 'linkedin.com/mwlite/in/')),
    private.erased_key(secret, replace(linkedin_key, 'linkedin.com/in/', 'linkedin.com/mwlite/profile/in/'))
  ];
end $$;
comment on function private.erased_keys is 'The hashes by which an erased contact is recognized, also those of the former keys of a LinkedIn page.';

create function private.erased_condition() returns text language sql immutable parallel safe
return '(private.erased_keys((select secret from private.contact_secret), email_key, linkedin_key) && '
  'array(select match_key from public.agency_do_not_contact where kind = ''erased'' and removed_at is null))';
comment on function private.erased_condition is 'SQL condition for the leads of erased contacts.';

create function private.has_entries(scope uuid[]) returns boolean language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select 1 from public.agency_do_not_contact where removed_at is null)
    or exists (select 1 from public.do_not_contact where removed_at is null and (scope is null or customer_id = any (scope)));
end $$;
comment on function private.has_entries is
  'Whether these customers, or for null any, have an entry of do_not_contact, or there is an agency-wide one.';

create function private.is_listed_key(match_key text) returns boolean language plpgsql immutable parallel safe cost 100 as $$
begin
  return match_key is not null;
end $$;
comment on function private.is_listed_key is
  'True for the key of an entry. Its declared cost makes PostgreSQL find the entries for each of many leads in an index; before version 18 it would read up to some thousand for each.';

-- A distributed database reads no subquery of a lead's columns alone, and no subquery of rows on a node inside one of the agency's list.
create function private.suppressed_condition(scope uuid[]) returns text language plpgsql stable security definer set search_path = '' as $$
declare
  owner constant text := case when cardinality(scope) = 1 then private.owner_sql(scope[1]) else 'customer_id' end;
  employer constant text :=
    '(select customer_id as employed_by, name_key as known_as, domain_key from public.companies where domain_key is not null) employer';
  employed constant text := format('employed_by = %s and known_as = private.index_key(private.text_key(company))', owner);
  own_keys constant text := 'private.contact_keys(email_key, linkedin_key, company)';
  keys constant text := format('%s || array(select unnest(private.parent_domains(domain_key)) from %s where %s)', own_keys, employer, employed);
  listed constant text :=
    'exists (select from (select customer_id as listed_by, match_key, removed_at from public.do_not_contact) entry
       where listed_by = %s and match_key = any (%s) and removed_at is null and private.is_listed_key(match_key))';
  listed_by_agency constant text :=
    'exists (select from public.agency_do_not_contact where match_key = any (%s) and removed_at is null and private.is_listed_key(match_key))';
  conditions text[];
begin
  if not private.has_entries(scope) then
    return 'false';
  end if;
  if to_regclass('pg_catalog.pg_dist_partition') is not null then
    conditions := array[
      format(listed, owner, keys), format(listed_by_agency, own_keys),
      format(
        'exists (select from %s join public.agency_do_not_contact on match_key = any (private.parent_domains(domain_key)) and removed_at is null where %s)',
        employer, employed
      )
    ];
  else
    conditions := array[format(
      'exists (select from (select %s as keys offset 0) own where %s or %s)', keys, format(listed, owner, 'keys'), format(listed_by_agency, 'keys')
    )];
  end if;
  if exists (select from public.agency_do_not_contact where kind = 'erased') then
    conditions := conditions || private.erased_condition();
  end if;
  return '(' || array_to_string(conditions, ' or ') || ')';
end $$;
comment on function private.suppressed_condition is
  'SQL condition for a lead of these customers that must not be contacted. As do_not_contact_matches.';

create function private.suppressed_leads_sql(customer uuid, keys text[] default null) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  owner constant text := private.owner_sql(customer);
  entries constant text := case
    when keys is not null then format('select key collate "C" as match_key from unnest(%L::text[]) as given (key)', keys)
    else format(
      'select match_key from public.do_not_contact where customer_id = %s and removed_at is null
       union all select match_key from public.agency_do_not_contact where removed_at is null', owner
    )
  end;
  lead constant text := format('join public.leads lead on lead.customer_id = %s', owner);
  of_company constant text := 'lead.company is not null and private.index_key(private.text_key(lead.company))';
  below constant text := '%1$s >= from_key and %1$s < from_key || ''/'' and (%1$s = from_key or starts_with(%1$s, from_key || ''.''))';
begin
  return format(
    'with entry as (%1$s), domain as (select reverse(match_key) as from_key from entry where match_key ~ ''^[^@/ ]+\.[^@/ ]+$'')
     select lead.id from entry %2$s and lead.email_key = entry.match_key
     union select lead.id from entry %2$s and lead.linkedin_key = entry.match_key
     union select lead.id from entry %2$s and %3$s = entry.match_key collate "default"
     union select lead.id from domain %2$s and lead.email_key is not null and %4$s
     union select lead.id
     from domain
     join public.companies employer on employer.customer_id = %5$s and employer.domain_key is not null and %6$s
     %2$s and %3$s = employer.name_key collate "default"',
    entries, lead, of_company, format(below, 'reverse(split_part(lead.email_key, ''@'', 2))'), owner, format(below, 'reverse(employer.domain_key)')
  ) || case
    when keys is null and exists (select from public.agency_do_not_contact where kind = 'erased')
      then format(' union select id from public.leads where customer_id = %s and %s', owner, private.erased_condition())
    else ''
  end;
end $$;
comment on function private.suppressed_leads_sql is
  'SQL of the ids of a customer''s leads that must not be contacted, found by the entries; or of those that entries with these keys would apply to. As do_not_contact_matches.';

create function private.require_list(customer uuid) returns void language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() and (customer is null or customer <> all (array(select private.my_customer_ids()))) then
    raise exception 'Only administrators and members of the customer can see this list' using errcode = 'PT403';
  end if;
end $$;
comment on function private.require_list is 'Raises an error unless the caller is an administrator or a member of the customer.';

-- An entry that can apply to nobody is rejected: a pattern, an address with what surrounds it, or an address that is given as another kind.
create function private.contact_error(kind text, value text, reason text) returns text language plpgsql immutable parallel safe as $$
declare
  most_of_value constant int := case kind when 'email' then 320 when 'company' then 500 else 2000 end;
  most_of_domain constant int := 253;
  most_of_reason constant int := 500;
  -- Accents and symbols, in any script. PostgreSQL takes the square of their number to put accents in order.
  many_accents constant text := '[^[:alnum:][:punct:][:space:]]{31}';
  -- Letters of any script, digits, - and _. Texts are compared in lower case.
  label constant text := '[^\u0001-,./:-^`{-\u00bf\u00d7\u00f7\u2000-\u206f\u3000]+';
  domain constant text := format('(%1$s\.)+(xn--[a-z0-9-]+|[^\u0001-`{-\u00bf\u00d7\u00f7\u2000-\u206f\u3000]%1$s)', label);
  local_part constant text := '[^\u0001-\u0020"*(),:;<>@\[\\\]\u00a0\u2000-\u206f\u3000]';
  several_emails constant text := '@[^<>]*[,;| ][^<>]*@';
  written text collate "C";
  key text collate "C";
begin
  if kind is null or kind <> all ('{email,domain,linkedin,company}') then
    return 'Kind must be email, domain, linkedin or company';
  elsif value is null or not private.has_text(value) then
    return 'Value is missing';
  elsif char_length(value) > most_of_value then
    return format('Value is too long (%s characters, at most %s)', char_length(value), most_of_value);
  elsif char_length(reason) > most_of_reason then
    return format('Reason is too long (%s characters, at most %s)', char_length(reason), most_of_reason);
  elsif value collate "und-x-icu" ~ many_accents then
    return 'Value has more than 30 accents or symbols in a row';
  end if;
  written := private.text_key(value);
  key := private.contact_key(kind, value);
  return case
    when kind = 'domain' and (char_length(key) > most_of_domain or starts_with(key, 'md5:'))
      then format('Domain is too long (at most %s characters)', most_of_domain)
    when kind = 'email' and private.is_placeholder_email(private.clean_email(value)) then 'Email names nobody: ' || value
    when kind = 'email' and (key !~ format('^(?!%%)%s*(?!%%)%1$s@%s$', local_part, domain) or written ~ several_emails) then 'Email is not valid: ' || value
    when kind = 'domain' and (key !~ format('^%s$', domain) or written ~ '(^|[/.])linkedin\.com/[a-z]')
      then 'Domain is not valid: ' || value
    when kind = 'linkedin' and coalesce(private.linkedin_key(value), '') !~ '^([^/]+\.)?linkedin\.com/(in|company|pub|school|showcase|profile|talent|recruiter)/.'
      then 'LinkedIn page is not valid: ' || value
    when key is null then 'Value is missing'
    when kind = 'company' and value collate "und-x-icu" !~ '[[:alnum:]]' then 'The name of a company has letters or digits: ' || value
    when kind = 'company' and (
      written ~ ('@' || domain)
      or written ~ '(^|[/.])linkedin\.com/[a-z]'
      or written ~ '^(https?://|www\.)' and key !~ format('^%s$', domain)
      or written ~ format('^([.*%%]+%1$s|%1$s[/:?#*].*|%1$s([,;| ]+%1$s)+|\S+\.[*%%]|.*\*)$', domain)
    ) then 'This is an address, not the name of a company: ' || value
    when kind in ('domain', 'company') and private.is_shared_domain(key)
      then format('Many users have addresses at %s: add their email addresses instead', key)
  end;
end $$;
comment on function private.contact_error is 'Returns what is wrong with an entry of do_not_contact, or null.';

create function private.take_over_entries(customer uuid, kinds text[], keys text[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.do_not_contact entry set is_from_member = false
  from unnest(kinds, keys) as given (kind, key)
  where entry.customer_id = customer and entry.kind = given.kind and entry.match_key = given.key
    and entry.removed_at is null and entry.is_from_member;
end $$;
comment on function private.take_over_entries is 'Makes entries that members have added the administrators'', who alone can then remove them.';

-- The list is locked before the first write: triggers would lock it too late for two calls that change the same entry.
create function public.add_do_not_contact(entries jsonb, customer_id uuid default null, source text default 'form', dry_run boolean default false)
returns jsonb language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  most constant int := 5000;
  most_listed constant int := 500000;
  most_characters constant int := 500000;
  from_member constant boolean := not private.is_admin();
  listed int;
  characters bigint;
  kinds text[];
  contents text[];
  reasons text[];
  keys text[];
  errors jsonb;
  ids uuid[];
  affected record;
begin
  perform private.require_size('entries', pg_catalog.pg_column_size(entries), 16777216);
  perform private.require_length('source', source, 100);
  perform private.require_list(add_do_not_contact.customer_id);
  perform private.require_approver(add_do_not_contact.customer_id);
  if jsonb_typeof(entries) is distinct from 'array' or jsonb_array_length(entries) > most then
    raise exception 'entries must be an array of at most % objects', most using errcode = '22023';
  end if;
  select sum(char_length(entry ->> 'value')) into characters from jsonb_array_elements(entries) entry;
  if characters > most_characters then
    raise exception 'The values of entries have % characters together, at most %. Add them in several requests', characters, most_characters
      using errcode = '22023';
  end if;
  if add_do_not_contact.customer_id is null then
    select count(*) into listed from public.agency_do_not_contact where kind <> 'erased';
  else
    select count(*) into listed from public.do_not_contact entry where entry.customer_id = add_do_not_contact.customer_id;
  end if;
  if listed + jsonb_array_length(entries) > most_listed then
    raise exception 'A list can have at most % entries', most_listed using errcode = 'check_violation';
  end if;
  with checked as materialized (
    select place, kind, value, reason, private.contact_error(kind, value, reason) as error
    from jsonb_array_elements(entries) with ordinality as given (entry, place)
    cross join lateral (
      select entry ->> 'kind' as kind, private.trimmed(entry ->> 'value') as value, nullif(private.trimmed(entry ->> 'reason'), '') as reason
    ) parts
  )
  select
    array_agg(kind) filter (where error is null), array_agg(value) filter (where error is null),
    array_agg(reason) filter (where error is null), array_agg(private.contact_key(kind, value)) filter (where error is null),
    coalesce(jsonb_agg(jsonb_build_object('entry', place - 1, 'error', error) order by place) filter (where error is not null), '[]')
  into kinds, contents, reasons, keys, errors
  from checked;

  if not dry_run then
    perform private.lock_entries(add_do_not_contact.customer_id);
  end if;
  begin
    if add_do_not_contact.customer_id is null then
      with made as (
        insert into public.agency_do_not_contact (kind, value, reason, source)
        select kind, value, reason, add_do_not_contact.source from unnest(kinds, contents, reasons) as given (kind, value, reason)
        on conflict do nothing
        returning id
      )
      select array_agg(id) into ids from made;
    else
      with made as (
        insert into public.do_not_contact (customer_id, kind, value, reason, source, is_from_member)
        select add_do_not_contact.customer_id, kind, value, reason, add_do_not_contact.source, from_member
        from unnest(kinds, contents, reasons) as given (kind, value, reason)
        on conflict do nothing
        returning id
      )
      select array_agg(id) into ids from made;
      if not from_member then
        perform private.take_over_entries(add_do_not_contact.customer_id, kinds, keys);
      end if;
    end if;
    if dry_run then
      raise exception 'dry run' using errcode = 'LLDRY';
    end if;
  exception when sqlstate 'LLDRY' then
    null; -- Rolls back what the block wrote.
  end;
  affected := private.approved_leads_with(add_do_not_contact.customer_id, array(select distinct unnest(keys)));
  return jsonb_build_object(
    'ids', to_jsonb(coalesce(ids, '{}')), 'repeated', coalesce(cardinality(kinds), 0) - coalesce(cardinality(ids), 0), 'errors', errors,
    'touched', affected.touched, 'leads', affected.leads
  );
end $$;
comment on function public.add_do_not_contact is
  'Adds at most 5,000 entries of kind, value and reason, with 500,000 characters in all values, to a list of at most 500,000, removed ones included. One that a member has added and an administrator adds too becomes the administrator''s. Returns the ids of the new ones, the number of those that the list has already, errors with the place of the entry, and how many approved leads the entries apply to (touched, null for too many entries) with the first ten. A dry run does the same and rolls back. For administrators and approvers. Without a customer: the agency-wide list, administrators only.';

create function public.remove_do_not_contact(ids uuid[], customer_id uuid default null, restore boolean default false) returns int
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  from_member constant boolean := not private.is_admin();
  earliest constant timestamptz := now() - interval '30 minutes';
  moment constant timestamptz := case when restore then null else now() end;
  amount int;
begin
  perform private.require_cardinality('ids', ids, 5000);
  perform private.require_list(remove_do_not_contact.customer_id);
  perform private.require_approver(remove_do_not_contact.customer_id);
  perform private.lock_entries(remove_do_not_contact.customer_id);
  if remove_do_not_contact.customer_id is null then
    delete from public.agency_do_not_contact entry where entry.removed_at < earliest;
    update public.agency_do_not_contact entry set removed_at = moment
    where entry.id = any (ids) and (entry.removed_at is not null) = restore and entry.kind <> 'erased';
  else
    delete from public.do_not_contact entry where entry.customer_id = remove_do_not_contact.customer_id and entry.removed_at < earliest;
    update public.do_not_contact entry set removed_at = moment
    where entry.customer_id = remove_do_not_contact.customer_id and entry.id = any (ids) and (entry.removed_at is not null) = restore
      and (entry.is_from_member or not from_member);
  end if;
  get diagnostics amount = row_count;
  if restore and amount < cardinality(ids) then
    raise exception 'These entries were removed more than 30 minutes ago, or are back already' using errcode = 'PT409';
  end if;
  return amount;
exception when unique_violation then
  raise exception 'These entries have been added again' using errcode = 'PT409';
end $$;
comment on function public.remove_do_not_contact is
  'Removes entries, at most 5,000, from a list, or restores those that were removed within 30 minutes. Approvers remove what members have added. Returns how many it has removed.';

create function public.search_do_not_contact(
  customer_id uuid default null, term text default '', before_created_at timestamptz default null, before_id uuid default null, page_size int default 50
) returns table (id uuid, kind text, value text, reason text, source text, is_from_member boolean, created_by uuid, created_at timestamptz)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  pattern constant text := private.search_pattern(private.text_key(term));
  size constant int := least(greatest(page_size, 0), 1000);
  latest constant timestamptz := coalesce(before_created_at, 'infinity');
begin
  perform private.require_list(search_do_not_contact.customer_id);
  if search_do_not_contact.customer_id is null then
    return query
      select entry.id, entry.kind, case when entry.kind <> 'erased' then entry.value end, entry.reason, entry.source, false, entry.created_by, entry.created_at
      from public.agency_do_not_contact entry
      where entry.removed_at is null and entry.match_key || '' like pattern and entry.created_at <= latest
        and (before_id is null or entry.created_at < latest or entry.id < before_id)
      order by entry.created_at desc, entry.id desc
      limit size;
  else
    return query
      select entry.id, entry.kind, entry.value, entry.reason, entry.source, entry.is_from_member, entry.created_by, entry.created_at
      from public.do_not_contact entry
      where entry.customer_id = search_do_not_contact.customer_id and entry.removed_at is null and entry.match_key || '' like pattern
        and entry.created_at <= latest and (before_id is null or entry.created_at < latest or entry.id < before_id)
      order by entry.created_at desc, entry.id desc
      limit size;
  end if;
end $$;
comment on function public.search_do_not_contact is
  'A page of a list, newest first, of the entries whose normalized value contains the term. The page follows the entry with before_id and its created_at. Erased contacts have no value.';

create function public.count_do_not_contact(customer_id uuid default null, term text default '') returns bigint
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  pattern constant text := private.search_pattern(private.text_key(term));
begin
  perform private.require_list(count_do_not_contact.customer_id);
  return case
    when count_do_not_contact.customer_id is null
      then (select count(*) from public.agency_do_not_contact entry where entry.removed_at is null and entry.match_key || '' like pattern)
    else (
      select count(*) from public.do_not_contact entry
      where entry.customer_id = count_do_not_contact.customer_id and entry.removed_at is null and entry.match_key || '' like pattern
    )
  end;
end $$;
comment on function public.count_do_not_contact is 'How many entries search_do_not_contact finds.';

create function public.suppressed_leads(ids uuid[]) returns table (
  lead_id uuid, is_agency boolean, kind text, value text, reason text, source text, created_at timestamptz
) language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  as_admin constant boolean := private.is_admin();
  seen constant record := private.lead_scope(null, null);
  shows_entries constant boolean := private.guest_customer_id() is null;
  owner_id uuid;
begin
  perform private.require_cardinality('ids', ids, 1000);
  for owner_id in
    select distinct lead.customer_id from public.leads lead where lead.id = any (ids) and (seen.scope is null or lead.customer_id = any (seen.scope))
  loop
    continue when not private.has_entries(array[owner_id]);
    return query
      select distinct
        found.lead_id, found.is_agency, case when is_shown then found.kind end, case when is_shown and found.kind <> 'erased' then found.value end,
        case when is_shown then found.reason end, case when is_shown then found.source end, case when is_shown then found.created_at end
      from (
        select matches.*, as_admin or shows_entries and not matches.is_agency as is_shown
        from private.do_not_contact_matches(owner_id, ids) matches
      ) found
      where seen.audience is null
        or exists (select from public.leads lead where lead.customer_id = owner_id and lead.id = found.lead_id and lead.audience = seen.audience);
  end loop;
end $$;
comment on function public.suppressed_leads is
  'Those of these leads, at most 1,000, that must not be contacted, with the entries that apply. Members learn of an agency-wide one, and guests of any, only that it applies.';

create function private.lock_entries(customer uuid) returns void language sql set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('leadlight.entries ' || coalesce(customer::text, 'of the agency'), 0))
$$;
comment on function private.lock_entries is
  'Locks a do-not-contact list for a writer, until the end of the transaction: that of a customer or, for null, the agency-wide one. Waits for the hand-offs that hold it. The lock is one of the coordinator of a distributed database, so that functions take it before they write; the triggers take it for other writers.';

create function private.hold_entries(customer uuid) returns void language sql set search_path = '' as $$
  select pg_advisory_xact_lock_shared(hashtextextended('leadlight.entries of the agency', 0));
  select pg_advisory_xact_lock_shared(hashtextextended('leadlight.entries ' || customer, 0))
$$;
comment on function private.hold_entries is
  'Keeps the do-not-contact lists of a customer, the agency-wide one first, as they are until the end of the transaction. Hand-offs do not wait for each other.';

grant execute on function private.is_shared_domain to authenticated, service_role;
grant execute on function
  public.add_do_not_contact, public.remove_do_not_contact, public.search_do_not_contact, public.count_do_not_contact, public.suppressed_leads
  to authenticated;
