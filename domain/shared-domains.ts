/** Domains with addresses of unrelated users or companies: of free mail providers, and public suffixes of two labels. Also in SQL: private.is_shared_domain. */
export const SHARED_DOMAINS: ReadonlySet<string> = new Set(
  `126.com 139.com 163.com 189.cn 21cn.com abv.bg alice.it aliceadsl.fr aol.com aol.de aon.at arcor.de arnet.com.ar att.net bellsouth.net bigpond.com
bk.ru bluewin.ch bol.com.br btinternet.com centrum.cz charter.net comcast.net cox.net daum.net duck.com earthlink.net email.cz email.de email.it
eircom.net fastmail.com fastmail.fm fastwebnet.it foxmail.com free.fr freenet.de frontier.com gmail.com gmx.at gmx.ch gmx.com gmx.de gmx.fr gmx.net
googlemail.com hanmail.net hey.com home.nl hotmail.be hotmail.ca hotmail.ch hotmail.co.jp hotmail.co.uk hotmail.com hotmail.com.br hotmail.de
hotmail.es hotmail.fr hotmail.it hotmail.nl hotmail.se hushmail.com icloud.com inbox.com inbox.lv inbox.ru interia.pl inwind.it jubii.dk juno.com
kpnmail.nl laposte.net libero.it list.ru live.be live.ca live.co.uk live.com live.com.au live.de live.dk live.fr live.ie live.it live.nl live.no
live.se mac.com mail.com mail.de mail.ru mail2world.com  mailfence.com mailinator.com me.com mindspring.com msn.com mweb.co.za naver.com
netscape.net neuf.fr nifty.com ntlworld.com numericable.fr o2.co.uk o2.pl online.de online.no onet.pl ono.com optonline.net optusnet.com.au
orange.fr outlook.at outlook.be outlook.com outlook.com.au outlook.com.br outlook.de outlook.dk outlook.es outlook.fr outlook.ie outlook.in
outlook.it outlook.jp outlook.pt planet.nl pm.me poczta.onet.pl post.cz posteo.de proton.me protonmail.ch protonmail.com qq.com rambler.ru
rediffmail.com rocketmail.com rogers.com runbox.com sapo.pt sbcglobal.net seznam.cz sfr.fr shaw.ca sina.cn sina.com skynet.be sky.com sohu.com
startmail.com sunrise.ch sympatico.ca t-online.de talktalk.net telefonica.net telenet.be telia.com telus.net terra.com.br tim.it tin.it tiscali.it
tuta.com tuta.io tutanota.com ukr.net uol.com.br verizon.net virgilio.it virgin.net virginmedia.com volny.cz voila.fr walla.co.il wanadoo.fr web.de
windowslive.com wp.pl xs4all.nl xtra.co.nz ya.ru yahoo.ca yahoo.co.in yahoo.co.jp yahoo.co.uk yahoo.com yahoo.com.ar yahoo.com.au yahoo.com.br
yahoo.com.mx yahoo.de yahoo.dk yahoo.es yahoo.fr yahoo.gr yahoo.ie yahoo.in yahoo.it yahoo.no yahoo.pl yahoo.se yandex.com yandex.ru yeah.net
ymail.com ziggo.nl zoho.com zonnet.nl
ac.at ac.il ac.in ac.jp ac.kr ac.nz ac.uk ac.za asn.au co.at co.id co.il co.in co.jp co.ke co.kr co.nz co.th co.uk co.za com.ar com.au com.br
com.cn com.co com.cy com.ec com.eg com.es com.gr com.hk com.mt com.mx com.my com.ng com.pe com.ph com.pk com.pl com.pt com.sa com.sg com.tr com.tw
com.ua com.uy com.ve com.vn edu.au edu.br edu.cn edu.in edu.mx edu.pl edu.sg edu.tr edu.tw gob.es gob.mx gov.au gov.br gov.in gov.uk gouv.fr gv.at
go.jp id.au in.th in.ua ltd.uk me.uk ne.jp ne.kr net.au net.br net.cn net.in net.nz net.pl net.uk nhs.uk nom.es or.at or.jp or.kr or.th org.au
org.br org.cn org.es org.il org.in org.mx org.nz org.pl org.tr org.uk org.za plc.uk police.uk sch.uk`.split(/\s+/),
);
