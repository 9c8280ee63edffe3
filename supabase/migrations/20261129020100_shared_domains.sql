-- PLACEHOLDER
create function private.is_platform(host text) returns boolean language sql immutable parallel safe
return private.parent_domains(host) && '{linkedin.com,facebook.com,instagram.com,twitter.com,x.com,youtube.com,medium.com,github.com,linktr.ee,google.com,bit.ly,t.me,wa.me,crunchbase.com,angel.co,wellfound.com,about.me,notion.site,xing.com}'::text[];
